// The floor: what a frame costs if every vertex is skinned and every box refitted, written by hand for this one purpose, on one
// core. A binary tree of boxes, built once over the rest pose by surface area; vertices, triangles and nodes lie in the order of the
// tree. A frame: skin all vertices; boxes of leaves from their distinct vertices, of nodes from their two children, in one reverse
// scan; walk both trees; then boxes of triangles, then triangles.
//
//   linear float FILE    vertices and boxes in 32 bits: the fastest, and some pairs in a hundred thousand differ from the exact answer
//   linear double FILE   in 64 bits, as ours are: to compare answers

#include "skinning.h"

#include <algorithm>
#include <cmath>
#include <numeric>

// Most triangles of a leaf. Of 4, 6, 8, 12 and 16 the best over 13.6 and 136 thousand triangles.
constexpr uint32_t LEAF = 12;

// A node is a leaf if its link is below 0: triangles from ~link on, `count` of them. Else its children are link and link + 1.
struct Tree {
  std::vector<int32_t> links;
  std::vector<uint32_t> counts; // triangles below
  std::vector<uint32_t> order;  // of triangles
};

struct Builder {
  const Scene &scene;
  Tree tree;
  std::vector<float> boxes; // of triangles at rest: low, high

  explicit Builder(const Scene &given) : scene(given) {
    boxes.resize(6 * std::size_t(scene.triangles));
    for (uint32_t t = 0; t < scene.triangles; t++)
      for (int axis = 0; axis < 3; axis++) {
        const uint32_t *c = &scene.corners[3 * t];
        const float x = scene.positions[3 * c[0] + axis], y = scene.positions[3 * c[1] + axis], z = scene.positions[3 * c[2] + axis];
        boxes[6 * t + axis] = std::min({x, y, z});
        boxes[6 * t + 3 + axis] = std::max({x, y, z});
      }
    tree.order.resize(scene.triangles);
    std::iota(tree.order.begin(), tree.order.end(), 0);
    tree.links.push_back(0);
    tree.counts.push_back(0);
    divide(0, 0, scene.triangles);
  }

  float middle(uint32_t t, int axis) const { return boxes[6 * t + axis] + boxes[6 * t + 3 + axis]; }

  void grow(float *box, const float *other) const {
    for (int k = 0; k < 3; k++) {
      box[k] = std::min(box[k], other[k]);
      box[k + 3] = std::max(box[k + 3], other[k + 3]);
    }
  }

  static float area(const float *box) {
    const float x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
    return x * y + y * z + z * x;
  }

  void divide(uint32_t node, uint32_t from, uint32_t to) {
    tree.counts[node] = to - from;
    if (to - from <= LEAF) {
      tree.links[node] = ~int32_t(from);
      return;
    }
    const uint32_t split = find_split(from, to);
    const uint32_t child = uint32_t(tree.links.size());
    tree.links[node] = int32_t(child);
    tree.links.resize(child + 2);
    tree.counts.resize(child + 2);
    divide(child, from, split);
    divide(child + 1, split, to);
  }

  // 32 bins along each axis; the least sum of area times triangles. Leaves are filled: what is below the split counts in whole leaves.
  uint32_t find_split(uint32_t from, uint32_t to) {
    constexpr int BINS = 32;
    float best = INFINITY, best_at = 0;
    int best_axis = -1;
    for (int axis = 0; axis < 3; axis++) {
      float low = INFINITY, high = -INFINITY;
      for (uint32_t k = from; k < to; k++) {
        low = std::min(low, middle(tree.order[k], axis));
        high = std::max(high, middle(tree.order[k], axis));
      }
      if (!(high > low)) continue;
      float bins[BINS][6], right[BINS];
      uint32_t counts[BINS] = {}, right_counts[BINS];
      for (auto &bin : bins) std::fill(bin, bin + 3, INFINITY), std::fill(bin + 3, bin + 6, -INFINITY);
      const float scale = 0.9999f * BINS / (high - low);
      for (uint32_t k = from; k < to; k++) {
        const int bin = int((middle(tree.order[k], axis) - low) * scale);
        grow(bins[bin], &boxes[6 * tree.order[k]]);
        counts[bin]++;
      }
      float box[6];
      std::copy(bins[BINS - 1], bins[BINS - 1] + 6, box);
      uint32_t count = 0;
      for (int bin = BINS - 1; bin > 0; bin--) {
        grow(box, bins[bin]);
        right[bin] = area(box);
        right_counts[bin] = count += counts[bin];
      }
      std::copy(bins[0], bins[0] + 6, box);
      count = 0;
      for (int bin = 1; bin < BINS; bin++) {
        grow(box, bins[bin - 1]);
        count += counts[bin - 1];
        if (count == 0 || right_counts[bin] == 0) continue;
        const float cost = area(box) * ((count + LEAF - 1) / LEAF) + right[bin] * ((right_counts[bin] + LEAF - 1) / LEAF);
        if (cost < best) best = cost, best_axis = axis, best_at = low + bin / scale;
      }
    }
    const auto begin = tree.order.begin() + from, end = tree.order.begin() + to;
    if (best_axis >= 0) {
      const auto split = std::partition(begin, end, [&](uint32_t t) { return middle(t, best_axis) < best_at; });
      if (split != begin && split != end) return uint32_t(split - tree.order.begin());
    }
    return (from + to) / 2;
  }
};

template <class Real> struct Linear {
  typedef typename Vectors<Real>::Four Four;
  typedef typename Vectors<Real>::Eight Eight;
  typedef typename Vectors<Real>::Sixteen Sixteen;
  // Of an instance: its joints, vertices, and boxes as low corner and negated high corner, so that one minimum joins two.
  struct Instance {
    std::vector<Sixteen> joints;
    std::vector<Four> vertices;
    std::vector<Eight> boxes;
  };

  const Scene &scene;
  Tree tree;
  std::vector<uint32_t> corners;                    // of triangles in order of the tree, vertices in order of the tree
  std::vector<uint32_t> leaf_starts, leaf_vertices; // by node: its distinct vertices, from one start to the next
  std::vector<uint32_t> vertex_order;               // behind what `order_vertices` fills
  Skin<Real> skin;
  Instance instances[2];
  std::vector<uint32_t> stack;
  std::vector<uint32_t> candidates;
  std::vector<uint32_t> pairs;

  explicit Linear(const Scene &given)
      : scene(given), tree(Builder(given).tree), vertex_order(order_vertices()), skin(given, vertex_order), stack(1 << 16) {
    for (Instance &instance : instances) {
      instance.vertices.resize(scene.vertices);
      instance.boxes.resize(tree.links.size() + 1);
    }
  }

  std::vector<uint32_t> order_vertices() {
    std::vector<uint32_t> order, numbers(scene.vertices, ~0u);
    for (uint32_t t : tree.order)
      for (int k = 0; k < 3; k++) {
        uint32_t &number = numbers[scene.corners[3 * t + k]];
        if (number == ~0u) {
          number = uint32_t(order.size());
          order.push_back(scene.corners[3 * t + k]);
        }
        corners.push_back(number);
      }
    for (uint32_t v = 0; v < scene.vertices; v++)
      if (numbers[v] == ~0u) order.push_back(v);
    for (std::size_t node = 0; node < tree.links.size(); node++) {
      leaf_starts.push_back(uint32_t(leaf_vertices.size()));
      if (tree.links[node] >= 0) continue;
      const uint32_t first = 3 * ~tree.links[node];
      std::vector<uint32_t> own(&corners[first], &corners[first] + 3 * tree.counts[node]);
      std::sort(own.begin(), own.end());
      leaf_vertices.insert(leaf_vertices.end(), own.begin(), std::unique(own.begin(), own.end()));
    }
    leaf_starts.push_back(uint32_t(leaf_vertices.size()));
    return order;
  }

  static Four least(Four a, Four b) { return a < b ? a : b; }
  static Four most(Four a, Four b) { return a > b ? a : b; }
  static Eight join(Four low, Four high) { return __builtin_shufflevector(low, -high, 0, 1, 2, 3, 4, 5, 6, 7); }
  // Boxes a and b meet where no number of a is above that of the faced b.
  static Eight face(Eight box) { return -__builtin_shufflevector(box, box, 4, 5, 6, 7, 0, 1, 2, 3); }

  static bool meet(Eight box, Eight faced) {
    const auto above = box > faced;
    for (int k = 0; k < 8; k++)
      if (above[k]) return false;
    return true;
  }

  void prepare(uint32_t situation, uint32_t pose) {
    for (int k = 0; k < 2; k++) Skin<Real>::lay_out(scene.pose(situation, pose, k), scene.joints, instances[k].joints);
  }

  void find() {
    for (Instance &instance : instances) {
      skin.pose(instance.joints.data(), instance.vertices.data());
      refit(instance.vertices.data(), instance.boxes.data());
    }
    candidates.clear();
    pairs.clear();
    walk();
    test();
  }

  void refit(const Four *vertices, Eight *boxes) const {
    for (std::size_t node = tree.links.size(); node-- > 0;) {
      const int32_t link = tree.links[node];
      if (link >= 0) {
        const Eight a = boxes[link], b = boxes[link + 1];
        boxes[node] = a < b ? a : b;
        continue;
      }
      const uint32_t *id = &leaf_vertices[leaf_starts[node]], *end = &leaf_vertices[leaf_starts[node + 1]];
      Four low = vertices[*id], high = low;
      while (++id < end) {
        low = least(low, vertices[*id]);
        high = most(high, vertices[*id]);
      }
      boxes[node] = join(low, high);
    }
  }

  // Divides the node with more triangles below, and looks at both of its children at once.
  void walk() {
    const Eight *a = instances[0].boxes.data(), *b = instances[1].boxes.data();
    if (!meet(a[0], face(b[0]))) return;
    uint32_t *top = stack.data();
    *top++ = 0;
    *top++ = 0;
    while (top > stack.data()) {
      const uint32_t j = *--top, i = *--top;
      const int32_t link_a = tree.links[i], link_b = tree.links[j];
      if (link_a < 0 && link_b < 0) {
        meet_leaves(i, j);
      } else if (link_b < 0 || (link_a >= 0 && tree.counts[i] >= tree.counts[j])) {
        const Eight faced = face(b[j]);
        for (uint32_t child = link_a; child < uint32_t(link_a) + 2; child++) {
          top[0] = child;
          top[1] = j;
          top += meet(a[child], faced) ? 2 : 0;
        }
      } else {
        const Eight faced = face(a[i]);
        for (uint32_t child = link_b; child < uint32_t(link_b) + 2; child++) {
          top[0] = i;
          top[1] = child;
          top += meet(b[child], faced) ? 2 : 0;
        }
      }
    }
  }

  Eight box_triangle(const Four *vertices, uint32_t slot) const {
    const uint32_t *c = &corners[3 * slot];
    const Four p = vertices[c[0]], q = vertices[c[1]], r = vertices[c[2]];
    return join(least(least(p, q), r), most(most(p, q), r));
  }

  // Pairs of triangles whose boxes meet; only those are looked at whose box meets that of the other leaf.
  void meet_leaves(uint32_t i, uint32_t j) {
    Eight boxes_b[LEAF];
    uint32_t slots_b[LEAF];
    uint32_t count = 0;
    const Eight faced_a = face(instances[0].boxes[i]), faced_b = face(instances[1].boxes[j]);
    const uint32_t first_b = ~tree.links[j], first_a = ~tree.links[i];
    for (uint32_t slot = first_b; slot < first_b + tree.counts[j]; slot++) {
      const Eight box = box_triangle(instances[1].vertices.data(), slot);
      boxes_b[count] = face(box);
      slots_b[count] = slot;
      count += meet(box, faced_a);
    }
    if (count == 0) return;
    for (uint32_t slot = first_a; slot < first_a + tree.counts[i]; slot++) {
      const Eight box = box_triangle(instances[0].vertices.data(), slot);
      if (!meet(box, faced_b)) continue;
      for (uint32_t k = 0; k < count; k++) {
        if (!meet(box, boxes_b[k])) continue;
        candidates.push_back(slot);
        candidates.push_back(slots_b[k]);
      }
    }
  }

  void test() {
    for (std::size_t k = 0; k < candidates.size(); k += 2) {
      if (!cross(candidates[k], candidates[k + 1])) continue;
      pairs.push_back(tree.order[candidates[k]]);
      pairs.push_back(tree.order[candidates[k + 1]]);
    }
  }

  // Each must have corners on both sides of the other's plane, and their stretches of the common line must overlap.
  bool cross(uint32_t slot_a, uint32_t slot_b) const {
    const Four *va = instances[0].vertices.data(), *vb = instances[1].vertices.data();
    const uint32_t *ca = &corners[3 * slot_a], *cb = &corners[3 * slot_b];
    const Four d4 = vb[cb[0]];
    double d[3], e[3], f[3], p[3], q[3], r[3];
    for (int k = 0; k < 3; k++) {
      d[k] = d4[k];
      e[k] = vb[cb[1]][k] - d[k];
      f[k] = vb[cb[2]][k] - d[k];
      p[k] = va[ca[0]][k] - d[k];
      q[k] = va[ca[1]][k] - d[k];
      r[k] = va[ca[2]][k] - d[k];
    }
    const double nx = e[1] * f[2] - e[2] * f[1], ny = e[2] * f[0] - e[0] * f[2], nz = e[0] * f[1] - e[1] * f[0];
    const double sp = nx * p[0] + ny * p[1] + nz * p[2], sq = nx * q[0] + ny * q[1] + nz * q[2], sr = nx * r[0] + ny * r[1] + nz * r[2];
    if ((sp > 0 && sq > 0 && sr > 0) || (sp < 0 && sq < 0 && sr < 0)) return false;
    const double ux = q[0] - p[0], uy = q[1] - p[1], uz = q[2] - p[2], vx = r[0] - p[0], vy = r[1] - p[1], vz = r[2] - p[2];
    const double mx = uy * vz - uz * vy, my = uz * vx - ux * vz, mz = ux * vy - uy * vx;
    const double sd = -(mx * p[0] + my * p[1] + mz * p[2]);
    const double se = mx * e[0] + my * e[1] + mz * e[2] + sd, sf = mx * f[0] + my * f[1] + mz * f[2] + sd;
    if ((sd > 0 && se > 0 && sf > 0) || (sd < 0 && se < 0 && sf < 0)) return false;
    const double lx = my * nz - mz * ny, ly = mz * nx - mx * nz, lz = mx * ny - my * nx;
    double a[2], b[2];
    stretch(lx * p[0] + ly * p[1] + lz * p[2], lx * q[0] + ly * q[1] + lz * q[2], lx * r[0] + ly * r[1] + lz * r[2], sp, sq, sr, a);
    stretch(0, lx * e[0] + ly * e[1] + lz * e[2], lx * f[0] + ly * f[1] + lz * f[2], sd, se, sf, b);
    return a[0] <= b[1] && b[0] <= a[1];
  }

  // Where a triangle meets the other's plane, along the common line: p, q, r are its corners there, s, t, u their sides.
  static void stretch(double p, double q, double r, double s, double t, double u, double *out) {
    if (s * t > 0) std::swap(p, r), std::swap(s, u), std::swap(q, r), std::swap(t, u); // r is alone on its side
    else if (s * u > 0) std::swap(p, q), std::swap(s, t);                             // q is
    const double x = p + (q - p) * s / (s - t), y = p + (r - p) * s / (s - u);
    out[0] = std::min(x, y);
    out[1] = std::max(x, y);
  }
};

template <class Real> void run(const Scene &scene) {
  Linear<Real> program(scene);
  serve(program, scene);
}

int main(int, char **arguments) {
  const Scene scene = read_scene(arguments[2]);
  if (std::strcmp(arguments[1], "double") == 0) run<double>(scene);
  else run<float>(scene);
}
