/**
 * The light of a small studio in a formula: a bright ceiling, a darker floor, and two soft boxes. It gives surfaces something to mirror
 * without an image of surroundings, which would have to be drawn and blurred before the first picture. three's ambient light
 * says how strong it is.
 */
export const studioShader = /* glsl */ `
/** The light from a direction, blurred as a surface of this roughness mirrors it; on the mean about 1. */
vec3 studioFrom(vec3 direction, float roughness) {
  float edge = mix(0.12, 1.1, roughness);
  vec3 light = mix(vec3(0.5, 0.47, 0.45), vec3(1.16, 1.19, 1.25), smoothstep(-edge, edge, direction.y));
  // a box of sharpness s, blurred: what it gains in width it loses in height
  float blur = roughness * roughness;
  float key = 1.0 / (1.0 / 14.0 + 0.45 * blur);
  light += vec3(1.0, 0.95, 0.88) * 0.24 * key * exp(key * (dot(direction, normalize(vec3(0.55, 0.65, 0.75))) - 1.0));
  float back = 1.0 / (1.0 / 9.0 + 0.45 * blur);
  light += vec3(0.8, 0.9, 1.0) * 0.16 * back * exp(back * (dot(direction, normalize(vec3(-0.9, 0.35, -0.55))) - 1.0));
  return light;
}
`;

/** Comes after three's own lights of the surroundings, and takes the place of its even one. */
export const studioCall = /* glsl */ `
#include <lights_fragment_maps>
#if defined(RE_IndirectSpecular)
  vec3 studioNormal = transformNormalByInverseViewMatrix(geometryNormal, viewMatrix);
  vec3 studioMirrored = transformNormalByInverseViewMatrix(reflect(-geometryViewDir, geometryNormal), viewMatrix);
  irradiance = ambientLightColor * studioFrom(studioNormal, 1.0);
  radiance += RECIPROCAL_PI * ambientLightColor * studioFrom(studioMirrored, material.roughness);
  iblIrradiance += irradiance;
  irradiance = vec3(0.0);
#endif
`;
