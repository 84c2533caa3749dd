// What every program of the race has in common: it reads the file of bodies and poses that docs/benchmarks.md describes, then
// answers lines of standard input, `time S` or `pairs S`, about all poses of a situation.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// One body, of which there are two instances in each pose.
struct Scene {
  uint32_t vertices, triangles, joints, situations, poses;
  std::vector<float> positions;    // 3 a vertex
  std::vector<uint32_t> corners;   // 3 a triangle
  std::vector<uint16_t> followed;  // 4 joints a vertex
  std::vector<float> weights;      // 4 a vertex; those of no weight are 0 and last
  std::vector<float> matrices;     // by situation, pose, instance and joint: 3x4, row by row

  const float *pose(uint32_t situation, uint32_t pose, uint32_t instance) const {
    return matrices.data() + ((std::size_t(situation) * poses + pose) * 2 + instance) * joints * 12;
  }
};

template <class Number> void read(std::FILE *file, std::vector<Number> &numbers, std::size_t count) {
  numbers.resize(count);
  if (std::fread(numbers.data(), sizeof(Number), count, file) == count) return;
  std::fprintf(stderr, "the file ends too early\n");
  std::exit(1);
}

inline Scene read_scene(const char *path) {
  std::FILE *file = std::fopen(path, "rb");
  std::vector<uint32_t> head;
  if (!file) std::exit(1);
  read(file, head, 6);
  if (head[0] != 0x45534f50) std::exit(1); // POSE
  Scene scene{head[1], head[2], head[3], head[4], head[5], {}, {}, {}, {}, {}};
  read(file, scene.positions, 3 * std::size_t(scene.vertices));
  read(file, scene.corners, 3 * std::size_t(scene.triangles));
  read(file, scene.followed, 4 * std::size_t(scene.vertices));
  read(file, scene.weights, 4 * std::size_t(scene.vertices));
  read(file, scene.matrices, std::size_t(24) * scene.joints * scene.poses * scene.situations);
  std::fclose(file);
  return scene;
}

inline double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// `Program` has prepare(situation, pose), which is not timed and may lay out the matrices as it likes; find(), which is: from the
// matrices to the list of pairs; and pairs, that list, with triangles numbered as in the file.
template <class Program> void serve(Program &program, const Scene &scene) {
  std::printf("ready\n");
  std::fflush(stdout);
  char what[8];
  for (uint32_t situation; std::scanf("%7s %u", what, &situation) == 2;) {
    const bool is_timed = what[0] == 't';
    for (uint32_t pose = 0; pose < scene.poses; pose++) {
      program.prepare(situation, pose);
      const double start = milliseconds();
      program.find();
      if (is_timed) std::printf("%.6f ", milliseconds() - start);
      else for (uint32_t triangle : program.pairs) std::printf("%u ", triangle);
      if (!is_timed) std::printf("\n");
    }
    if (is_timed) std::printf("\n");
    std::fflush(stdout);
  }
}
