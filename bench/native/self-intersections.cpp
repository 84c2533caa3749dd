// Answers which faces of posed meshes intersect, by CGAL. Reads meshes and all their poses from the file named first, then
// numbers of poses from standard input, one on a line; for each prints one line:
//
//   CPU-milliseconds number-of-pairs hash-of-pairs degenerate-face degenerate-face ...
//
// Faces are numbered through all meshes. Only the call of self_intersections is timed, points being in place. Its first two
// lines tell the version of CGAL, and which faces a Surface_mesh does not take: those of edges with three faces, say.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iterator>
#include <utility>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Face = Mesh::Face_index;
using Vertex = Mesh::Vertex_index;

struct Body {
  Mesh mesh;
  uint32_t vertices = 0;
  // The number of each face of the mesh among those of all bodies.
  std::vector<uint32_t> numbers;
  // By pose, then vertex.
  std::vector<double> positions;
};

template <class Number> std::vector<Number> read(std::FILE *file, std::size_t count) {
  std::vector<Number> numbers(count);
  if (std::fread(numbers.data(), sizeof(Number), count, file) != count) {
    std::fprintf(stderr, "the file ends too early\n");
    std::exit(1);
  }
  return numbers;
}

double cpu_milliseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * now.tv_sec + 1e-6 * now.tv_nsec;
}

// As hashPairs of bench/harness/measure.ts: does not depend on the order of pairs.
uint32_t hash_pair(uint32_t one, uint32_t other) {
  uint32_t hash = (0x811c9dc5u ^ one) * 0x01000193u;
  hash = (hash ^ (one >> 16)) * 0x01000193u;
  hash = (hash ^ other) * 0x01000193u;
  return (hash ^ (hash >> 13) ^ (other >> 16)) * 0x5bd1e995u;
}

std::vector<Body> read_bodies(std::FILE *file, uint32_t count, std::vector<uint32_t> &refused) {
  std::vector<Body> bodies(count);
  uint32_t number = 0;
  for (Body &body : bodies) {
    const std::vector<uint32_t> sizes = read<uint32_t>(file, 2);
    const std::vector<uint32_t> corners = read<uint32_t>(file, 3 * std::size_t(sizes[1]));
    body.vertices = sizes[0];
    for (uint32_t v = 0; v < body.vertices; v++) body.mesh.add_vertex(Kernel::Point_3(0, 0, 0));
    for (std::size_t k = 0; k < corners.size(); k += 3, number++) {
      const Face face = body.mesh.add_face(Vertex(corners[k]), Vertex(corners[k + 1]), Vertex(corners[k + 2]));
      if (face == Mesh::null_face()) refused.push_back(number);
      else body.numbers.push_back(number);
    }
  }
  return bodies;
}

void place(Body &body, std::size_t pose) {
  const double *x = body.positions.data() + 3 * body.vertices * pose;
  for (uint32_t v = 0; v < body.vertices; v++, x += 3) body.mesh.point(Vertex(v)) = Kernel::Point_3(x[0], x[1], x[2]);
}

void answer(std::vector<Body> &bodies, std::size_t pose) {
  double milliseconds = 0;
  uint32_t count = 0;
  uint32_t hash = 0;
  std::vector<uint32_t> degenerate;
  std::vector<std::pair<Face, Face>> pairs;
  for (Body &body : bodies) {
    place(body, pose);
    pairs.clear();
    const double start = cpu_milliseconds();
    CGAL::Polygon_mesh_processing::self_intersections<CGAL::Sequential_tag>(body.mesh, std::back_inserter(pairs));
    milliseconds += cpu_milliseconds() - start;
    for (const auto &[first, second] : pairs) {
      const uint32_t one = body.numbers[first];
      const uint32_t other = body.numbers[second];
      if (one == other) {
        degenerate.push_back(one);
        continue;
      }
      count++;
      hash += hash_pair(std::min(one, other), std::max(one, other));
    }
  }
  std::printf("%.6f %u %u", milliseconds, count, hash);
  for (uint32_t face : degenerate) std::printf(" %u", face);
  std::printf("\n");
  std::fflush(stdout);
}

int main(int, char **arguments) {
  std::FILE *file = std::fopen(arguments[1], "rb");
  if (!file) return 1;
  const std::vector<uint32_t> counts = read<uint32_t>(file, 2);
  std::vector<uint32_t> refused;
  std::vector<Body> bodies = read_bodies(file, counts[0], refused);
  for (Body &body : bodies) body.positions = read<double>(file, 3 * std::size_t(body.vertices) * counts[1]);
  std::fclose(file);
  std::printf("%s\n", CGAL_VERSION_STR);
  for (uint32_t face : refused) std::printf("%u ", face);
  std::printf("\n");
  std::fflush(stdout);
  for (std::size_t pose; std::scanf("%zu", &pose) == 1;) answer(bodies, pose);
}
