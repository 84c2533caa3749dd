/** Joints, then the camera; `SETS` sets of four joints for each vertex, none for what follows one joint. */
export const VERTEX = `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform highp sampler2D joints;
in vec3 position;
in vec3 normal;
in float heat;
#ifdef UVS
in vec2 uv;
out vec2 place;
#endif
#ifdef TONES
in vec4 tone;
out vec4 shade;
#endif
#if SETS > 0
in vec4 jointsA;
in vec4 weightsA;
#endif
#if SETS > 1
in vec4 jointsB;
in vec4 weightsB;
#endif
out vec3 viewed;
out vec3 facing;
out float depth;
out float turned;

mat4x3 rowsOf(float joint) {
  int j = int(joint + 0.5);
  vec4 x = texelFetch(joints, ivec2(0, j), 0);
  vec4 y = texelFetch(joints, ivec2(1, j), 0);
  vec4 z = texelFetch(joints, ivec2(2, j), 0);
  return transpose(mat3x4(x, y, z));
}

mat4x3 blend(vec4 j, vec4 w) {
  return w.x * rowsOf(j.x) + w.y * rowsOf(j.y) + w.z * rowsOf(j.z) + w.w * rowsOf(j.w);
}

void main() {
#if SETS > 1
  mat4x3 skin = blend(jointsA, weightsA) + blend(jointsB, weightsB);
#elif SETS > 0
  mat4x3 skin = blend(jointsA, weightsA);
#else
  mat4x3 skin = rowsOf(0.0);
#endif
  vec4 at = viewMatrix * vec4(skin * vec4(position, 1.0), 1.0);
  viewed = at.xyz;
  facing = mat3(viewMatrix) * (skin * vec4(normal, 0.0));
  depth = heat;
  turned = determinant(mat3(skin));
#ifdef UVS
  place = uv;
#endif
#ifdef TONES
  shade = tone;
#endif
  gl_Position = projectionMatrix * at;
}`;

/**
 * Clay or what the file has (`showsLooks`) under a soft light, with the colours of depth. Smooth, but where the surface has an edge the
 * triangles show as they are. What is half transparent covers half of the pixels. The second pass (`isGhost`) draws only what is deep
 * and hidden, faintly, through what hides it.
 */
export const FRAGMENT = `
precision highp float;
uniform vec3 clay;
uniform vec3 stops[STOPS];
uniform bool isGhost;
uniform bool showsLooks;
uniform vec4 paint;
uniform bool hasImage;
uniform sampler2D image;
uniform int alphaMode;
uniform float cutoff;
uniform bool isDoubleSided;
uniform bool isUnlit;
in vec3 viewed;
in vec3 facing;
in float depth;
in float turned;
#ifdef UVS
in vec2 place;
#endif
#ifdef TONES
in vec4 shade;
#endif
out vec4 color;

const float SCREEN[16] = float[16](0.0, 8.0, 2.0, 10.0, 12.0, 4.0, 14.0, 6.0, 3.0, 11.0, 1.0, 9.0, 15.0, 7.0, 13.0, 5.0);

vec3 colorOf(float share) {
  float at = clamp(share, 0.0, 1.0) * float(STOPS - 1);
  int k = min(int(at), STOPS - 2);
  return mix(stops[k], stops[k + 1], at - float(k));
}

vec4 lookOf() {
  vec4 look = paint;
#ifdef TONES
  look *= shade;
#endif
#ifdef UVS
  vec4 texel = texture(image, place);
  if (hasImage) look *= texel;
#endif
  return look;
}

bool isThere(float alpha) {
  if (!isDoubleSided && gl_FrontFacing == (turned < 0.0)) return false;
  if (alphaMode == 1) return alpha >= cutoff;
  ivec2 at = ivec2(gl_FragCoord.xy) & 3;
  return alphaMode == 0 || alpha > (SCREEN[4 * at.y + at.x] + 0.5) / 16.0;
}

void main() {
  vec3 flatly = normalize(cross(dFdx(viewed), dFdy(viewed)));
  vec4 look = lookOf();
  if (isGhost && depth < 0.002) discard;
  if (!isGhost && showsLooks && !isThere(look.a)) discard;
  vec3 smoothly = normalize(facing);
  if (dot(smoothly, flatly) < 0.0) smoothly = -smoothly;
  vec3 n = normalize(mix(smoothly, flatly, smoothstep(0.25, 0.5, 1.0 - dot(smoothly, flatly))));
  float sky = 0.5 + 0.5 * n.y;
  float key = max(0.0, dot(n, normalize(vec3(-0.45, 0.7, 0.75))));
  float rim = pow(1.0 - max(0.0, n.z), 3.0);
  float hot = smoothstep(0.0, 0.08, depth);
  vec3 own = showsLooks ? look.rgb : clay;
  vec3 base = mix(own, colorOf(depth), hot);
  float lamp = showsLooks && isUnlit ? 0.78 + 0.27 * key : 0.52 + 0.2 * sky + 0.4 * key;
  float light = mix(lamp, 0.75 + 0.28 * key, 0.8 * hot);
  vec3 lit = base * light + 0.08 * rim * (1.0 - hot);
  color = isGhost ? vec4(base, 0.6 * hot) : vec4(lit, 1.0);
}`;

export const GROUND_VERTEX = `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

/** A grid that fades outward. */
export const GROUND_FRAGMENT = `
precision highp float;
uniform vec3 ink;
uniform float cells;
in vec2 place;
out vec4 color;
void main() {
  vec2 at = place * cells;
  vec2 near = abs(fract(at - 0.5) - 0.5) / fwidth(at);
  float line = 1.0 - min(1.0, min(near.x, near.y));
  float fade = smoothstep(1.0, 0.15, length(place));
  color = vec4(ink, (0.05 + 0.3 * line) * fade);
}`;
