// walks.h: ways through a binary BVH (bvh/node.ts), two levels of them, and a kD-tree with leaf records (kdtree/ropes.ts), as one would
// write them for a card alone: one ray a lane, 16 bytes a load, stacks in local memory, the triangle test chosen when compiling.
#pragma once
#include "lanes.h"

constexpr unsigned LEAF = 0x80000000u;
constexpr unsigned COUNT_SHIFT = 27u;
constexpr unsigned FIRST_MASK = (1u << COUNT_SHIFT) - 1u;
/** No node: above all inner ones, below all leaves. */
constexpr unsigned END = 0x7fffffffu;
/** Back from an object to the level above. */
constexpr unsigned BACK = 0x7ffffffeu;
constexpr unsigned NOTHING = 0xffffffffu;
/** As deep as both levels' builders ever go (MAX_BVH_DEPTH, twice), and END. What is not used costs nothing: nobody clears it. */
constexpr int BVH_STACK = 100;
constexpr int KD_STACK = 64;
/** Of the 32 lanes of a warp: with fewer at work the others get new rays. */
constexpr int FEWEST_LANES = 24;

struct Ray { float3 origin; float t_min; float3 direction; float t_max; };
struct Found { float t; unsigned record; };

/** One tree, or all of a scene: what a kernel is given. Records are three rows each, in the order in which leaves list them. */
struct Trees {
  const float4* nodes;      // BVH: four rows a node
  const float4* edges;      // {corner, triangle}{second - first corner}{third - first corner}
  const float4* maps;       // rows of the map that turns a triangle into the unit one
  const float4* top;        // BVH over instances; its leaves list one slot each
  const float4* instances;  // {rows of object from world}{first node, first record}, four rows a slot
  const uint2* planes;      // kD-tree, leaves by their number among `leaves`
  const uint2* listing;     // the same, leaves by the first record that they list
  const float4* leaves;     // its leaf records, four rows each
  float3 low, high;         // its root cell
  unsigned root;            // of `nodes`, or of `planes`
  unsigned first;           // record that leaves count from
};

LANE Ray ray_at(const float4* rays, int i) {
  const float4 a = load(rays + 2 * i);
  const float4 b = load(rays + 2 * i + 1);
  return {xyz(a), a.w, xyz(b), b.w};
}

/** Moller and Trumbore 1997, edges stored. Not watertight. */
struct MollerTrumbore {
  static LANE bool meets(const Trees& trees, unsigned record, const Ray& ray, float t_min, float& t_max) {
    const float4* at = trees.edges + 3u * record;
    const float4 corner = load(at);
    const float3 e1 = xyz(load(at + 1));
    const float3 e2 = xyz(load(at + 2));
    const float3 h = cross(ray.direction, e2);
    const float scale = 1.0f / dot(e1, h);
    const float3 s = minus(ray.origin, xyz(corner));
    const float u = scale * dot(s, h);
    const float3 q = cross(s, e1);
    const float v = scale * dot(ray.direction, q);
    const float t = scale * dot(e2, q);
    if (!(u >= 0.0f && v >= 0.0f && u + v <= 1.0f && t > t_min && t < t_max)) return false;
    t_max = t;
    return true;
  }
};

/** Woop 2004, the ray mapped to where the triangle is the unit one, as in Aila and Laine 2009. Not watertight. */
struct Woop {
  static LANE bool meets(const Trees& trees, unsigned record, const Ray& ray, float t_min, float& t_max) {
    const float4* at = trees.maps + 3u * record;
    const float4 z = load(at);
    const float4 x = load(at + 1);
    const float4 y = load(at + 2);
    const float t = -(dot(xyz(z), ray.origin) + z.w) / dot(xyz(z), ray.direction);
    if (!(t > t_min && t < t_max)) return false;
    const float u = fmaf(t, dot(xyz(x), ray.direction), dot(xyz(x), ray.origin) + x.w);
    const float v = fmaf(t, dot(xyz(y), ray.direction), dot(xyz(y), ray.origin) + y.w);
    if (!(u >= 0.0f && v >= 0.0f && u + v <= 1.0f)) return false;
    t_max = t;
    return true;
  }
};

struct Slabs { float3 inverse, offset; };

LANE Slabs slabs_of(const Ray& ray) {
  const float3 inverse = make_float3(finite_inverse(ray.direction.x), finite_inverse(ray.direction.y), finite_inverse(ray.direction.z));
  return {inverse, make_float3(ray.origin.x * inverse.x, ray.origin.y * inverse.y, ray.origin.z * inverse.z)};
}

struct Span { float enter, leave; };

/** Where a ray is in a box. By integers, which order floats from 0 on alike and have three operands: right where t_min is not negative (Aila, Laine, Karras 2012). */
template <bool BY_INTEGERS>
LANE Span span_of(const float4& low, const float4& high, const Slabs& slabs, float t_min, float t_max) {
  const float x0 = fmaf(low.x, slabs.inverse.x, -slabs.offset.x), x1 = fmaf(high.x, slabs.inverse.x, -slabs.offset.x);
  const float y0 = fmaf(low.y, slabs.inverse.y, -slabs.offset.y), y1 = fmaf(high.y, slabs.inverse.y, -slabs.offset.y);
  const float z0 = fmaf(low.z, slabs.inverse.z, -slabs.offset.z), z1 = fmaf(high.z, slabs.inverse.z, -slabs.offset.z);
  if (!BY_INTEGERS) {
    return {fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fmaxf(fminf(z0, z1), t_min)), fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fminf(fmaxf(z0, z1), t_max))};
  }
  const int a0 = bits_of(x0), a1 = bits_of(x1), b0 = bits_of(y0), b1 = bits_of(y1), c0 = bits_of(z0), c1 = bits_of(z1);
  return {of_bits(max3(min(a0, a1), min(b0, b1), max(min(c0, c1), bits_of(t_min)))), of_bits(min3(max(a0, a1), max(b0, b1), min(max(c0, c1), bits_of(t_max))))};
}

/** Nodes that wait, four bytes an entry. */
struct Waiting {
  unsigned entries[BVH_STACK];
  int top;
  LANE void push(unsigned node, float) { entries[top++] = node; }
  LANE unsigned pop(float) { return entries[--top]; }
};

/** The same and where the ray enters them: what lies behind a hit is passed over unread. */
struct WaitingAt {
  uint2 entries[BVH_STACK];
  int top;
  LANE void push(unsigned node, float t) { entries[top++] = make_uint2(node, static_cast<unsigned>(bits_of(t))); }
  LANE unsigned pop(float t_max) {
    for (;;) {
      const uint2 entry = entries[--top];
      if (of_bits(static_cast<int>(entry.y)) <= t_max) return entry.x;
    }
  }
};

/** From an inner node to the nearer of its children that the ray meets, the other one on the stack; where it meets none, to what waits there. */
template <bool BY_INTEGERS, class Stack>
LANE unsigned step(const float4* nodes, unsigned node, const Slabs& slabs, float t_min, float t_max, Stack& stack) {
  const float4* at = nodes + 4u * node;
  const float4 low0 = load(at), high0 = load(at + 1), low1 = load(at + 2), high1 = load(at + 3);
  const Span first = span_of<BY_INTEGERS>(low0, high0, slabs, t_min, t_max);
  const Span second = span_of<BY_INTEGERS>(low1, high1, slabs, t_min, t_max);
  const bool meets_first = first.enter <= first.leave;
  const bool meets_second = second.enter <= second.leave;
  const unsigned a = static_cast<unsigned>(bits_of(low0.w));
  const unsigned b = static_cast<unsigned>(bits_of(low1.w));
  if (meets_first && meets_second) {
    const bool is_second_nearer = second.enter < first.enter;
    stack.push(is_second_nearer ? a : b, is_second_nearer ? first.enter : second.enter);
    return is_second_nearer ? b : a;
  }
  if (meets_first) return a;
  if (meets_second) return b;
  return stack.pop(t_max);
}

/** All triangles of a leaf. @returns true: `ANY`, and one was hit */
template <bool ANY, class Test>
LANE bool test_leaf(const Trees& trees, unsigned first, unsigned count, const Ray& ray, Found& found) {
  for (unsigned record = first; record < first + count; record++) {
    if (!Test::meets(trees, record, ray, ray.t_min, found.t)) continue;
    found.record = record;
    if (ANY) return true;
  }
  return false;
}

/** Aila and Laine 2009, "Understanding the efficiency of ray traversal on GPUs": while-while. */
template <class Test, bool BY_INTEGERS, class Stack>
struct WhileWhile {
  template <bool ANY>
  static LANE Found walk(const Trees& trees, const Ray& ray) {
    Stack stack;
    stack.top = 0;
    stack.push(END, 0.0f);
    unsigned node = 0u;
    Found found{ray.t_max, NOTHING};
    const Slabs slabs = slabs_of(ray);
    const float4* nodes = trees.nodes + 4u * trees.root;
    while (node != END) {
      while (node < END) node = step<BY_INTEGERS>(nodes, node, slabs, ray.t_min, found.t, stack);
      if (node == END) break;
      if (test_leaf<ANY, Test>(trees, trees.first + (node & FIRST_MASK), (node & ~LEAF) >> COUNT_SHIFT, ray, found)) break;
      node = stack.pop(found.t);
    }
    return found;
  }
};

/** The same over instances: a ray enters an object where the upper tree's leaf lists it, and goes on above when it is through. */
template <class Test, bool BY_INTEGERS, class Stack>
struct TwoLevels {
  template <bool ANY>
  static LANE Found walk(const Trees& trees, const Ray& world) {
    Stack stack;
    stack.top = 0;
    stack.push(END, 0.0f);
    unsigned node = 0u;
    unsigned first = 0u;
    bool is_inside = false;
    Found found{world.t_max, NOTHING};
    Ray ray = world;
    Slabs slabs = slabs_of(ray);
    const float4* nodes = trees.top;
    for (;;) {
      while (node < BACK) node = step<BY_INTEGERS>(nodes, node, slabs, ray.t_min, found.t, stack);
      if (node == END) break;
      if (node == BACK) {
        ray = world;
        slabs = slabs_of(ray);
        nodes = trees.top;
        is_inside = false;
        node = stack.pop(found.t);
      } else if (is_inside) {
        if (test_leaf<ANY, Test>(trees, first + (node & FIRST_MASK), (node & ~LEAF) >> COUNT_SHIFT, ray, found)) break;
        node = stack.pop(found.t);
      } else {
        const float4* at = trees.instances + 4u * (node & FIRST_MASK);
        const float4 x = load(at), y = load(at + 1), z = load(at + 2), place = load(at + 3);
        ray.origin = make_float3(dot(xyz(x), world.origin) + x.w, dot(xyz(y), world.origin) + y.w, dot(xyz(z), world.origin) + z.w);
        ray.direction = make_float3(dot(xyz(x), world.direction), dot(xyz(y), world.direction), dot(xyz(z), world.direction));
        slabs = slabs_of(ray);
        nodes = trees.nodes + 4u * static_cast<unsigned>(bits_of(place.x));
        first = static_cast<unsigned>(bits_of(place.y));
        is_inside = true;
        stack.push(BACK, 0.0f);
        node = 0u;
      }
    }
    return found;
  }
};

/**
 * Speculative while-while with lanes that fetch new rays: a lane that has found a leaf goes on until all have one, and when few are
 * left at work the others begin with other rays. Aila and Laine 2009, and Aila, Laine, Karras 2012, "Kepler and Fermi addendum".
 *
 * @param keep  is told each ray's number and hit
 */
template <bool ANY, class Test, class Keep>
LANE void fetch_and_walk(const Trees& trees, const float4* rays, int count, int* next, Keep keep) {
  Waiting stack;
  stack.top = 0;
  int number = 0;
  unsigned node = END;
  unsigned leaf = 0u;
  Ray ray{};
  Slabs slabs{};
  Found found{};
  const float4* nodes = trees.nodes + 4u * trees.root;
  for (;;) {
    if (node == END) {
      number = take_number(next);
      if (number >= count) return;
      ray = ray_at(rays, number);
      slabs = slabs_of(ray);
      found = {ray.t_max, NOTHING};
      stack.top = 0;
      stack.push(END, 0.0f);
      node = leaf = 0u;
    }
    while (node != END) {
      while (node < END) {
        node = step<false>(nodes, node, slabs, ray.t_min, found.t, stack);
        if (node >= LEAF && leaf == 0u) {
          leaf = node;
          node = stack.pop(found.t);
        }
        if (all_lanes(leaf != 0u)) break;
      }
      while (leaf != 0u) {
        if (test_leaf<ANY, Test>(trees, trees.first + (leaf & FIRST_MASK), (leaf & ~LEAF) >> COUNT_SHIFT, ray, found)) {
          node = END;
          leaf = 0u;
          break;
        }
        leaf = 0u;
        if (node >= LEAF) {
          leaf = node;
          node = stack.pop(found.t);
        }
      }
      if (lanes_here() < FEWEST_LANES) break;
    }
    if (node == END) keep(number, found);
  }
}

/** A ray in the root cell of the kD-tree: from where, how far. */
struct Inside { float enter, leave; float3 inverse; };

LANE Inside inside_of(const Trees& trees, const Ray& ray) {
  const Slabs slabs = slabs_of(ray);
  const Span span = span_of<false>(make_float4(trees.low.x, trees.low.y, trees.low.z, 0.0f), make_float4(trees.high.x, trees.high.y, trees.high.z, 0.0f), slabs, ray.t_min, ray.t_max);
  return {span.enter, span.leave, slabs.inverse};
}

LANE float part(const float3& v, unsigned axis) { return axis == 0u ? v.x : axis == 1u ? v.y : v.z; }

/** The kD-tree with 8 bytes of stack an entry: t_min is the t_max of the leaf before (Santos et al. 2011). */
template <class Test>
struct KdStack {
  template <bool ANY>
  static LANE Found walk(const Trees& trees, const Ray& ray) {
    uint2 stack[KD_STACK];
    int top = 0;
    Found found{ray.t_max, NOTHING};
    const Inside inside = inside_of(trees, ray);
    if (inside.enter > inside.leave) return found;
    float t_min = inside.enter - 5e-7f * inside.enter;
    float t_max = inside.leave + 5e-7f * inside.leave;
    const uint2* planes = trees.listing + trees.root;
    unsigned node = 0u;
    for (;;) {
      uint2 n = load(planes + node);
      while ((n.y & 3u) != 3u) {
        const unsigned axis = n.y & 3u;
        const float inverse = part(inside.inverse, axis);
        const float t = (of_bits(static_cast<int>(n.x)) - part(ray.origin, axis)) * inverse;
        const unsigned above = n.y >> 2u;
        const bool is_down = inverse < 0.0f;
        const unsigned near = is_down ? above : node + 1u;
        const unsigned far = is_down ? node + 1u : above;
        if (t > t_max) {
          node = near;
        } else if (t < t_min) {
          node = far;
        } else {
          stack[top++] = make_uint2(far, static_cast<unsigned>(bits_of(t_max)));
          node = near;
          t_max = t;
        }
        n = load(planes + node);
      }
      if (test_leaf<ANY, Test>(trees, n.x, n.y >> 2u, ray, found)) return found;
      if (top == 0 || found.t <= t_max) return found;
      t_min = t_max;
      const uint2 entry = stack[--top];
      node = entry.x;
      t_max = of_bits(static_cast<int>(entry.y));
    }
  }
};

/** The kD-tree without a stack, from leaf to leaf (Popov et al. 2007, and of a leaf's faces only three: Santos et al. 2011). */
template <class Test>
struct KdRopes {
  template <bool ANY>
  static LANE Found walk(const Trees& trees, const Ray& ray) {
    Found found{ray.t_max, NOTHING};
    const Inside inside = inside_of(trees, ray);
    if (inside.enter > inside.leave) return found;
    const float3 d = ray.direction;
    const bool down_x = inside.inverse.x < 0.0f, down_y = inside.inverse.y < 0.0f, down_z = inside.inverse.z < 0.0f;
    float at = inside.enter - 5e-7f * inside.enter;
    float3 point = make_float3(fmaf(at, d.x, ray.origin.x), fmaf(at, d.y, ray.origin.y), fmaf(at, d.z, ray.origin.z));
    float3 passed = point;
    unsigned node = trees.root;
    for (;;) {
      uint2 n = load(trees.planes + node);
      while ((n.y & 3u) != 3u) {
        const unsigned axis = n.y & 3u;
        const float p = part(point, axis);
        const float plane = of_bits(static_cast<int>(n.x));
        const bool is_down = axis == 0u ? down_x : axis == 1u ? down_y : down_z;
        node = p < plane || (p == plane && is_down) ? node + 1u : trees.root + (n.y >> 2u);
        n = load(trees.planes + node);
      }
      const float4* leaf = trees.leaves + 4u * n.x;
      const float4 low = load(leaf), high = load(leaf + 1);
      const float far_x = down_x ? low.x : high.x, far_y = down_y ? low.y : high.y, far_z = down_z ? low.z : high.z;
      const float x = (far_x - ray.origin.x) * inside.inverse.x, y = (far_y - ray.origin.y) * inside.inverse.y, z = (far_z - ray.origin.z) * inside.inverse.z;
      const float t_leaf = fminf(x, fminf(y, z));
      if ((n.y >> 2u) != 0u && test_leaf<ANY, Test>(trees, trees.first + static_cast<unsigned>(bits_of(low.w)), n.y >> 2u, ray, found)) return found;
      if (found.t <= t_leaf || t_leaf >= inside.leave) return found;
      at = fmaxf(at, t_leaf);
      if (x == t_leaf) passed.x = far_x;
      if (y == t_leaf) passed.y = far_y;
      if (z == t_leaf) passed.z = far_z;
      // The point keeps every plane that the ray has passed, so no leaf comes twice.
      point = make_float3(fmaf(at, d.x, ray.origin.x), fmaf(at, d.y, ray.origin.y), fmaf(at, d.z, ray.origin.z));
      point = make_float3(down_x ? fminf(point.x, passed.x) : fmaxf(point.x, passed.x), down_y ? fminf(point.y, passed.y) : fmaxf(point.y, passed.y), down_z ? fminf(point.z, passed.z) : fmaxf(point.z, passed.z));
      const unsigned face = x == t_leaf ? 0u : y == t_leaf ? 1u : 2u;
      const bool goes_below = face == 0u ? down_x : face == 1u ? down_y : down_z;
      const float4 ropes = load(leaf + (goes_below ? 2 : 3));
      const unsigned rope = static_cast<unsigned>(bits_of(part(xyz(ropes), face)));
      if (rope == NOTHING) return found;
      node = trees.root + rope;
    }
  }
};
