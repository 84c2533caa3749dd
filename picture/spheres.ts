import type { Canvas, PictureSphere } from './render-picture.ts';

/** Draws over what is there; what is behind a body is hidden by it. Glass must come after all bodies. */
export function drawSphere(canvas: Canvas, sphere: PictureSphere): void {
  if (sphere.style === 'glass') drawGlass(canvas, sphere);
  else drawWire(canvas, sphere);
}

/** Meets the ray of each pixel with the sphere: thin in the middle, denser at the rim, like a soap bubble. */
function drawGlass(canvas: Canvas, sphere: PictureSphere): void {
  const { view, rgb, depth } = canvas;
  const { rows: r } = view;
  const [x, y, z] = sphere.center;
  const cx = r[0] * x + r[1] * y + r[2] * z + r[3];
  const cy = r[4] * x + r[5] * y + r[6] * z + r[7];
  const cz = r[8] * x + r[9] * y + r[10] * z + r[11];
  const beyond = cx * cx + cy * cy + cz * cz - sphere.radius * sphere.radius;
  for (let p = 0; p < view.width * view.height; p++) {
    const u = ((p % view.width) + 0.5 - view.width / 2) / view.scale;
    const v = (view.height / 2 - Math.floor(p / view.width) - 0.5) / view.scale;
    const length2 = u * u + v * v + 1;
    const half = u * cx + v * cy + cz;
    const root = half * half - length2 * beyond;
    if (root <= 0 || half <= 0) continue;
    const near = (half - Math.sqrt(root)) / length2;
    if (near <= 0 || near > depth[p]) continue;
    const slant = Math.sqrt(root / length2) / sphere.radius;
    const share = 0.1 + 0.45 * (1 - Math.min(1, slant)) ** 2;
    for (let k = 0; k < 3; k++) rgb[3 * p + k] += share * (sphere.color[k] - rgb[3 * p + k]);
  }
}

/** Three great circles and the outline, two pixels wide; parts behind a body are drawn faintly. */
function drawWire(canvas: Canvas, sphere: PictureSphere): void {
  const [x, y, z] = sphere.center;
  const { eye } = canvas.view;
  const toEye = [eye[0] - x, eye[1] - y, eye[2] - z];
  const size = Math.hypot(toEye[0], toEye[1], toEye[2]);
  drawCircle(canvas, sphere, [0, 1, 0], 0.4);
  drawCircle(canvas, sphere, [1, 0, 0], 0.4);
  drawCircle(canvas, sphere, [0, 0, 1], 0.4);
  drawCircle(
    canvas,
    sphere,
    toEye.map(c => c / size),
    0.9,
  );
}

function drawCircle(canvas: Canvas, sphere: PictureSphere, normal: number[], share: number): void {
  const { view, rgb, depth } = canvas;
  const { rows: r } = view;
  const across = Math.abs(normal[1]) < 0.9 ? [-normal[2], 0, normal[0]] : [0, normal[2], -normal[1]];
  const size = Math.hypot(across[0], across[1], across[2]);
  const u = across.map(c => c / size);
  const v = [
    normal[1] * u[2] - normal[2] * u[1],
    normal[2] * u[0] - normal[0] * u[2],
    normal[0] * u[1] - normal[1] * u[0],
  ];
  const steps = 4 * Math.max(view.width, view.height);
  let last = -1;
  for (let s = 0; s < steps; s++) {
    const c = sphere.radius * Math.cos((2 * Math.PI * s) / steps);
    const d = sphere.radius * Math.sin((2 * Math.PI * s) / steps);
    const [x, y, z] = [0, 1, 2].map(k => sphere.center[k] + c * u[k] + d * v[k]);
    const away = r[8] * x + r[9] * y + r[10] * z + r[11];
    if (away <= 0) continue;
    const px = Math.floor(view.width / 2 + (view.scale * (r[0] * x + r[1] * y + r[2] * z + r[3])) / away);
    const py = Math.floor(view.height / 2 - (view.scale * (r[4] * x + r[5] * y + r[6] * z + r[7])) / away);
    if (px < 0 || py < 0 || px + 1 >= view.width || py + 1 >= view.height) continue;
    const p = py * view.width + px;
    if (p === last) continue;
    last = p;
    for (const q of [p, p + 1, p + view.width, p + view.width + 1]) {
      const seen = away <= depth[q] + 0.01 ? share : 0.25 * share;
      for (let k = 0; k < 3; k++) rgb[3 * q + k] += seen * (sphere.color[k] - rgb[3 * q + k]);
    }
  }
}
