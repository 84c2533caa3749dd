// Linear blend skinning, as fast as we can write it: a joint is four columns of four numbers, and a vertex is x, y, z, so that
// its products with the columns are added up lane by lane. With AVX-512 the four columns are one vector. The vector types are those
// of g++ and clang.
#pragma once

#include "contender.h"

#include <cstring>

template <class Real> struct Vectors;
template <> struct Vectors<float> {
  typedef float Four __attribute__((vector_size(16)));
  typedef float Eight __attribute__((vector_size(32)));
  typedef float Sixteen __attribute__((vector_size(64)));
};
template <> struct Vectors<double> {
  typedef double Four __attribute__((vector_size(32)));
  typedef double Eight __attribute__((vector_size(64)));
  typedef double Sixteen __attribute__((vector_size(128)));
};

template <class Real> struct Skin {
  typedef typename Vectors<Real>::Four Four;
  typedef typename Vectors<Real>::Eight Eight;
  typedef typename Vectors<Real>::Sixteen Sixteen;
  struct Influences {
    Real weights[4];
    uint32_t joints[4];
  };

  std::vector<Four> rest;
  std::vector<Influences> influences;
  std::vector<uint8_t> counts;

  // `order` names, for each vertex of the skin, the one of the scene.
  Skin(const Scene &scene, const std::vector<uint32_t> &order) {
    for (uint32_t v : order) {
      const float *p = &scene.positions[3 * v];
      rest.push_back(Four{p[0], p[1], p[2], 1});
      Influences follows;
      uint8_t count = 0;
      for (int k = 0; k < 4; k++) {
        follows.weights[k] = scene.weights[4 * v + k];
        follows.joints[k] = scene.followed[4 * v + k];
        if (scene.weights[4 * v + k] != 0) count = k + 1;
      }
      influences.push_back(follows);
      counts.push_back(count);
    }
  }

  // The joints of one instance in the order that `pose` wants.
  static void lay_out(const float *matrices, uint32_t joints, std::vector<Sixteen> &out) {
    out.resize(joints);
    for (uint32_t j = 0; j < joints; j++)
      for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++)
          out[j][4 * column + row] = row < 3 ? matrices[12 * j + 4 * row + column] : 0;
  }

  void pose(const Sixteen *joints, Four *out) const {
    const std::size_t n = rest.size();
    for (std::size_t v = 0; v < n; v++) {
      const Influences &follows = influences[v];
      const Four p = rest[v];
#ifdef __AVX512F__
      Sixteen m = follows.weights[0] * joints[follows.joints[0]];
      for (int k = 1; k < counts[v]; k++) m += follows.weights[k] * joints[follows.joints[k]];
      const Sixteen product =
          m * Sixteen{p[0], p[0], p[0], p[0], p[1], p[1], p[1], p[1], p[2], p[2], p[2], p[2], 1, 1, 1, 1};
      const Eight half = __builtin_shufflevector(product, product, 0, 1, 2, 3, 4, 5, 6, 7) +
                         __builtin_shufflevector(product, product, 8, 9, 10, 11, 12, 13, 14, 15);
      out[v] = __builtin_shufflevector(half, half, 0, 1, 2, 3) + __builtin_shufflevector(half, half, 4, 5, 6, 7);
#else
      Four x = {}, y = {}, z = {}, t = {};
      for (int k = 0; k < counts[v]; k++) {
        Four columns[4];
        std::memcpy(columns, &joints[follows.joints[k]], sizeof columns);
        x += follows.weights[k] * columns[0];
        y += follows.weights[k] * columns[1];
        z += follows.weights[k] * columns[2];
        t += follows.weights[k] * columns[3];
      }
      out[v] = (p[0] * x + p[1] * y) + (p[2] * z + t);
#endif
    }
  }
};
