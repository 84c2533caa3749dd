/** What the last step did, and what the world holds after it. */
export interface WorldStats {
  bodies: number;
  /** How many of them sleep. */
  asleep: number;
  /** Pairs of bodies whose root spheres overlap, at least one of them moving. */
  broadPhasePairs: number;
  /** Sphere against sphere and sphere against ground, below the roots. */
  sphereTests: number;
  /** Spheres moved with all modes. */
  sphereUpdates: number;
  /** Spheres of bodies against triangles of colliders. */
  triangleTests: number;
  /** Touching pairs of proxies, and proxies that touch the ground or a triangle of a collider, or could within the step. */
  contacts: number;
  /** Those of them that were solved: a few for each pair of bodies that touch. */
  solved: number;
  /** In joules. Vibration counts as motion; elastic energy is what bent bodies store. */
  kineticEnergy: number;
  elasticEnergy: number;
}

export function createWorldStats(): WorldStats {
  return {
    bodies: 0,
    asleep: 0,
    broadPhasePairs: 0,
    sphereTests: 0,
    sphereUpdates: 0,
    triangleTests: 0,
    contacts: 0,
    solved: 0,
    kineticEnergy: 0,
    elasticEnergy: 0,
  };
}
