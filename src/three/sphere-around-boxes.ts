/** Each step moves the middle; after a dozen it moves by a hundredth of the radius at most. */
const STEPS = 12;

/**
 * A small sphere around boxes (low corner, high corner, one after the other): writes its middle, returns its radius. Starts
 * at the middle of all and goes towards the farthest corner, less far each time ([BadoiuClarkson2003]); the best middle met
 * is kept. Contains the boxes, whatever the middle: the radius is measured from it.
 */
export function encloseBoxes(boxes: Float64Array, count: number, center: Float64Array): number {
  const middle = new Float64Array(3);
  const farthest = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let o = axis; o < 6 * count; o += 6) {
      low = Math.min(low, boxes[o]);
      high = Math.max(high, boxes[o + 3]);
    }
    middle[axis] = 0.5 * (low + high);
  }
  let least = Infinity;
  for (let step = 0; step <= STEPS; step++) {
    const squared = findFarthest(boxes, count, middle, farthest);
    if (squared < least) {
      least = squared;
      center.set(middle);
    }
    for (let axis = 0; axis < 3; axis++) middle[axis] += (farthest[axis] - middle[axis]) / (step + 8);
  }
  return Math.sqrt(least) * (1 + 1e-14);
}

/** Writes the corner farthest from the middle; returns how far, squared. */
function findFarthest(boxes: Float64Array, count: number, middle: Float64Array, farthest: Float64Array): number {
  let most = -1;
  let at = 0;
  for (let o = 0; o < 6 * count; o += 6) {
    const x = Math.max(middle[0] - boxes[o], boxes[o + 3] - middle[0]);
    const y = Math.max(middle[1] - boxes[o + 1], boxes[o + 4] - middle[1]);
    const z = Math.max(middle[2] - boxes[o + 2], boxes[o + 5] - middle[2]);
    const squared = x * x + y * y + z * z;
    if (squared > most) {
      most = squared;
      at = o;
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    const isLow = middle[axis] - boxes[at + axis] > boxes[at + 3 + axis] - middle[axis];
    farthest[axis] = boxes[at + axis + (isLow ? 0 : 3)];
  }
  return most;
}
