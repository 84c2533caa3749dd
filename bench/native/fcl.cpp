// The Flexible Collision Library, a new pose in each frame: vertices skinned as in the floor, handed to its BVHModel, which refits its
// boxes from the bottom up, then all pairs.
//
//   fcl direct FILE     its traversal, called on the two models as they are
//   fcl collide FILE    fcl::collide, as its manual has it, which copies both models first
//
// Its test of two triangles has no allowance for rounding and works in 32 bits here, so pairs that barely touch may differ.

#include "skinning.h"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <memory>
#include <numeric>

typedef fcl::AABB<float> Box;
typedef fcl::BVHModel<Box> Model;

std::vector<uint32_t> as_given(uint32_t count) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

struct Fcl {
  struct Instance {
    std::vector<Skin<float>::Sixteen> joints;
    std::vector<Skin<float>::Four> vertices;
    std::vector<fcl::Vector3f> points;
    std::shared_ptr<Model> model = std::make_shared<Model>();
  };

  const Scene &scene;
  bool is_direct;
  Skin<float> skin;
  Instance instances[2];
  std::vector<uint32_t> pairs;

  Fcl(const Scene &given, bool direct) : scene(given), is_direct(direct), skin(given, as_given(given.vertices)) {
    std::vector<fcl::Triangle> triangles;
    for (uint32_t t = 0; t < scene.triangles; t++)
      triangles.emplace_back(scene.corners[3 * t], scene.corners[3 * t + 1], scene.corners[3 * t + 2]);
    for (Instance &instance : instances) {
      instance.vertices.resize(scene.vertices);
      for (uint32_t v = 0; v < scene.vertices; v++)
        instance.points.emplace_back(scene.positions[3 * v], scene.positions[3 * v + 1], scene.positions[3 * v + 2]);
      instance.model->beginModel(int(scene.triangles), int(scene.vertices));
      instance.model->addSubModel(instance.points, triangles);
      instance.model->endModel();
    }
  }

  void prepare(uint32_t situation, uint32_t pose) {
    for (int k = 0; k < 2; k++) Skin<float>::lay_out(scene.pose(situation, pose, k), scene.joints, instances[k].joints);
  }

  void find() {
    for (Instance &instance : instances) {
      skin.pose(instance.joints.data(), instance.vertices.data());
      for (uint32_t v = 0; v < scene.vertices; v++) {
        const Skin<float>::Four p = instance.vertices[v];
        instance.points[v] = fcl::Vector3f(p[0], p[1], p[2]);
      }
      instance.model->beginReplaceModel();
      instance.model->replaceSubModel(instance.points);
      instance.model->endReplaceModel(true, true);
    }
    fcl::CollisionRequest<float> request(std::size_t(1) << 30, false);
    fcl::CollisionResult<float> result;
    const fcl::Transform3f identity = fcl::Transform3f::Identity();
    Model &a = *instances[0].model, &b = *instances[1].model;
    if (is_direct) {
      fcl::detail::MeshCollisionTraversalNode<Box> node;
      fcl::Transform3f in_place = identity, also = identity;
      fcl::detail::initialize(node, a, in_place, b, also, request, result);
      fcl::detail::collide(&node);
    } else {
      fcl::collide<float>(&a, identity, &b, identity, request, result);
    }
    pairs.clear();
    for (std::size_t k = 0; k < result.numContacts(); k++) {
      const fcl::Contact<float> &contact = result.getContact(k);
      pairs.push_back(uint32_t(contact.b1));
      pairs.push_back(uint32_t(contact.b2));
    }
  }
};

int main(int, char **arguments) {
  const Scene scene = read_scene(arguments[2]);
  Fcl program(scene, std::strcmp(arguments[1], "direct") == 0);
  serve(program, scene);
}
