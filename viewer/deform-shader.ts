/**
 * How a vertex gets to where it is drawn: displaced by the fields, then carried by its joints, as `deformVertices` of the
 * library does it, in single precision. Everything is looked up by number of vertex and instance, so a second draw of a few
 * triangles finds its corners without a mesh of its own.
 *
 * Textures, texel by texel, row after row:
 *   rest     per vertex 2: position and joint-set; normal
 *   skin     per vertex `influenceCount`: joint, weight
 *   fields   per vertex and field 2: displacement; how the normal turns with it
 *   joints   per instance and joint 5: rows of the matrix; quaternion (0 if the joint is not rigid); translation * quaternion
 *   amounts  per instance and field 1
 *   centers  per instance and joint-set 1: the rotation centre in rest space
 */
export const deformShader = /* glsl */ `
uniform highp sampler2D restTexels;
uniform highp sampler2D skinTexels;
uniform highp sampler2D fieldTexels;
uniform highp sampler2D jointTexels;
uniform highp sampler2D amountTexels;
uniform highp sampler2D centerTexels;
uniform int influenceCount;
uniform int fieldCount;
uniform int jointCount;
uniform int setCount;
uniform int blending; // 0 rigid, 1 linear, 2 spherical, 3 dual quaternion

vec3 deformedPosition;
vec3 deformedNormal;
float deformedSide; // below 0: mirrored, so that what was the front is the back

vec4 texelAt(highp sampler2D texels, int index) {
  int width = textureSize(texels, 0).x;
  return texelFetch(texels, ivec2(index % width, index / width), 0);
}

/** v turned by q, whatever its length. */
vec3 turned(vec4 q, vec3 v) {
  return v + 2.0 / dot(q, q) * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void deformVertex(int vertex, int instance) {
  vec4 rest = texelAt(restTexels, 2 * vertex);
  vec3 position = rest.xyz;
  vec3 normal = texelAt(restTexels, 2 * vertex + 1).xyz;
  for (int field = 0; field < fieldCount; field++) {
    float amount = texelAt(amountTexels, instance * fieldCount + field).x;
    if (amount == 0.0) continue;
    int at = 2 * (vertex * fieldCount + field);
    position += amount * texelAt(fieldTexels, at).xyz;
    normal += amount * texelAt(fieldTexels, at + 1).xyz;
  }

  int firstJoint = 5 * instance * jointCount;
  vec4 rowX = vec4(0.0), rowY = vec4(0.0), rowZ = vec4(0.0), real = vec4(0.0), dual = vec4(0.0), first = vec4(0.0);
  bool isRigid = blending >= 2;
  for (int k = 0; k < influenceCount; k++) {
    vec2 influence = texelAt(skinTexels, vertex * influenceCount + k).xy;
    float weight = influence.y;
    if (weight == 0.0) continue;
    int at = firstJoint + 5 * int(influence.x);
    rowX += weight * texelAt(jointTexels, at);
    rowY += weight * texelAt(jointTexels, at + 1);
    rowZ += weight * texelAt(jointTexels, at + 2);
    if (isRigid) {
      vec4 q = texelAt(jointTexels, at + 3);
      if (q == vec4(0.0)) isRigid = false;
      if (first == vec4(0.0)) first = q;
      float side = dot(q, first) < 0.0 ? -weight : weight;
      real += side * q;
      dual += side * texelAt(jointTexels, at + 4);
    }
  }
  if (influenceCount == 0) {
    rowX = texelAt(jointTexels, firstJoint);
    rowY = texelAt(jointTexels, firstJoint + 1);
    rowZ = texelAt(jointTexels, firstJoint + 2);
  }

  deformedSide = determinant(mat3(rowX.xyz, rowY.xyz, rowZ.xyz));
  float squared = dot(real, real);
  if (isRigid && squared > 1e-16) {
    deformedNormal = turned(real, normal);
    if (blending == 2) {
      vec3 center = texelAt(centerTexels, instance * setCount + int(rest.w)).xyz;
      vec4 image = vec4(center, 1.0);
      deformedPosition = turned(real, position - center) + vec3(dot(rowX, image), dot(rowY, image), dot(rowZ, image));
    } else {
      vec3 shift = real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz);
      deformedPosition = turned(real, position) + shift / squared;
    }
  } else {
    vec4 point = vec4(position, 1.0);
    deformedPosition = vec3(dot(rowX, point), dot(rowY, point), dot(rowZ, point));
    deformedNormal = vec3(dot(rowX.xyz, normal), dot(rowY.xyz, normal), dot(rowZ.xyz, normal));
  }
  float size = length(deformedNormal);
  deformedNormal = size > 0.0 ? deformedNormal / size : vec3(0.0, 1.0, 0.0);
}
`;

/** Where the surface is creased, its smooth normals are far from those of its faces: there the faces' are shown. */
export const creaseShader = /* glsl */ `
#include <normal_fragment_begin>
vec3 faceNormal = normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition)));
float agreement = dot(faceNormal, normal);
if (agreement < 0.0) { // a joint that mirrors
  normal = -normal;
  agreement = -agreement;
}
normal = normalize(mix(faceNormal, normal, smoothstep(0.55, 0.8, agreement)));
`;
