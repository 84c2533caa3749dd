import { isSeenAlike } from '../../self/reasons/seen-alike-over-step.ts';
import { NO_GROUP } from '../../tree/group-tree.ts';
import { OWNS_SIDE } from './features.ts';
import { boxesStayApart, boxesStayApartUntil, boxTriangles } from './moving-boxes.ts';
import type { SelfCheck } from './self-check.ts';
import { testEdges, testVertexTriangle } from './test-features.ts';
import { codeOfEdge } from './views.ts';

/**
 * Walks the tree against itself and tests the pairs of features that neither boxes nor views nor joints rule out. Each
 * pair of features is met once, at the triangles that own them.
 */
export function walkSelf(check: SelfCheck): void {
  const { tree, boxes, stack } = check;
  const { rights } = tree;
  const { end } = boxes;
  const { contacts } = check.tester;
  let volumeTests = 0;
  let top = 0;
  if (!isRuledOut(check, 0, 0)) {
    stack[top++] = 0;
    stack[top++] = 0;
  }
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (i !== j && contacts.latest < 1) {
      volumeTests++;
      if (boxesStayApartUntil(contacts.latest, boxes, 6 * i, boxes, 6 * j)) continue;
    }
    if (rights[i] === 0 && rights[j] === 0) {
      testLeaves(check, i, j);
      continue;
    }
    if (i === j) {
      const left = i + 1;
      const right = rights[i];
      if (!isRuledOut(check, left, left)) {
        stack[top++] = left;
        stack[top++] = left;
      }
      if (!isRuledOut(check, right, right)) {
        stack[top++] = right;
        stack[top++] = right;
      }
      if (isRuledOut(check, left, right)) continue;
      volumeTests++;
      if (boxesStayApart(boxes, 6 * left, boxes, 6 * right)) continue;
      stack[top++] = left;
      stack[top++] = right;
      continue;
    }
    const dividesFirst = rights[j] === 0 || (rights[i] > 0 && sizeOf(end, 6 * i) > sizeOf(end, 6 * j));
    const divided = dividesFirst ? i : j;
    const other = dividesFirst ? j : i;
    for (let child = divided + 1; ; child = rights[divided]) {
      if (!isRuledOut(check, child, other)) {
        volumeTests++;
        if (!boxesStayApart(boxes, 6 * child, boxes, 6 * other)) {
          stack[top++] = child;
          stack[top++] = other;
        }
      }
      if (child === rights[divided]) break;
    }
  }
  check.tester.stats.volumeTests += volumeTests;
}

/** Whether two nodes, or one with itself, need no look: they follow one joint, or one view sees them alike. */
function isRuledOut({ tree, nodeCodes, jointOfNode, keepsApart, views }: SelfCheck, i: number, j: number): boolean {
  const joint = jointOfNode[i];
  if (joint >= 0 && joint === jointOfNode[j] && keepsApart[joint]) return true;
  const { groups } = tree;
  if (groups[i] === NO_GROUP || groups[j] === NO_GROUP) return false;
  return isSeenAlike(nodeCodes[i] | nodeCodes[j], views.common[views.clusters * groups[i] + groups[j]]);
}

function sizeOf(boxes: Float64Array, o: number): number {
  return boxes[o + 3] - boxes[o] + (boxes[o + 4] - boxes[o + 1]) + (boxes[o + 5] - boxes[o + 2]);
}

/** Tests the triangles of two leaves, or those of one among themselves. */
function testLeaves(check: SelfCheck, i: number, j: number): void {
  const { tester, tree, codes, views, clusterOfTriangle, jointOfTriangle, keepsApart, triangleBoxes } = check;
  const { starts, ends } = tree;
  const places = views.common[views.clusters * clusterOfTriangle[starts[i]] + clusterOfTriangle[starts[j]]];
  for (let one = starts[i]; one < ends[i]; one++) {
    const code = codes.owners[one];
    const joint = jointOfTriangle[one];
    for (let other = i === j ? one + 1 : starts[j]; other < ends[j]; other++) {
      if (isSeenAlike(code | codes.owners[other], places)) continue;
      if (joint >= 0 && joint === jointOfTriangle[other] && keepsApart[joint]) continue;
      refreshBox(check, one);
      refreshBox(check, other);
      if (boxesStayApart(triangleBoxes, 6 * one, triangleBoxes, 6 * other)) continue;
      const { latest } = tester.contacts;
      if (latest < 1 && boxesStayApartUntil(latest, triangleBoxes, 6 * one, triangleBoxes, 6 * other)) continue;
      testTriangles(check, one, other, places);
    }
  }
}

function refreshBox(check: SelfCheck, triangle: number): void {
  if (check.triangleSteps[triangle] === check.step) return;
  check.triangleSteps[triangle] = check.step;
  const { triangles } = check.tester.features;
  const { start, end } = check.tester.motion;
  boxTriangles(triangles, 3 * triangle, 3 * triangle + 3, start, check.triangleBoxes.start, 6 * triangle);
  boxTriangles(triangles, 3 * triangle, 3 * triangle + 3, end, check.triangleBoxes.end, 6 * triangle);
}

/** Tests what two triangles own, but for pairs of features that a view sees alike. */
function testTriangles(check: SelfCheck, one: number, other: number, places: number): void {
  const { tester, codes, views, clusterOfTriangle } = check;
  const { features } = tester;
  const { triangles, owned } = features;
  const { edgesOfTriangle } = features.topology;
  const ownedOne = owned[one];
  const ownedOther = owned[other];
  const codeOne = codes.triangles[one];
  const codeOther = codes.triangles[other];
  tester.stats.candidates++;
  if (tester.countsOnly) return;
  for (let k = 0; k < 3; k++) {
    if (ownedOne & (1 << k)) {
      const vertex = triangles[3 * one + k];
      if (!isSeenAlike(codes.vertices[vertex] | codeOther, places)) testVertexTriangle(tester, vertex, other);
    }
    if (ownedOther & (1 << k)) {
      const vertex = triangles[3 * other + k];
      if (!isSeenAlike(codes.vertices[vertex] | codeOne, places)) testVertexTriangle(tester, vertex, one);
    }
  }
  if (ownedOne >> OWNS_SIDE === 0) return;
  for (let l = 0; l < 3; l++) {
    if (!(ownedOther & (1 << (OWNS_SIDE + l)))) continue;
    const edge = edgesOfTriangle[3 * other + l];
    const code = codeOfEdge(views, features, clusterOfTriangle, codes, edge);
    for (let k = 0; k < 3; k++) {
      if (!(ownedOne & (1 << (OWNS_SIDE + k)))) continue;
      const against = edgesOfTriangle[3 * one + k];
      if (isSeenAlike(code | codeOfEdge(views, features, clusterOfTriangle, codes, against), places)) continue;
      testEdges(tester, edge, against);
    }
  }
}
