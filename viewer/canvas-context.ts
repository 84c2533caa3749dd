/**
 * The drawing context of a canvas cleared for the size it is shown at, in CSS pixels whatever the screen's density; null while it
 * is not shown.
 */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number; style: CSSStyleDeclaration } | null {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0) return null;
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.scale(ratio, ratio);
  return { context, width, height, style: getComputedStyle(canvas) };
}
