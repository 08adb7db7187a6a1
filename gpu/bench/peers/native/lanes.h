// lanes.h: what a card and a processor call by different names, so that the walks are one text: nvcc makes kernels of it, and any other
// compiler of C++17 a program that gives the same hits, one ray after the other.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__

#define LANE __device__ __forceinline__
LANE float4 load(const float4* at) { return __ldg(at); }
LANE uint2 load(const uint2* at) { return __ldg(at); }
LANE int bits_of(float value) { return __float_as_int(value); }
LANE float of_bits(int bits) { return __int_as_float(bits); }
LANE int max3(int a, int b, int c) { return __vimax3_s32(a, b, c); }
LANE int min3(int a, int b, int c) { return __vimin3_s32(a, b, c); }
/** Whether all lanes that run this now say so. */
LANE bool all_lanes(bool says) { return __all_sync(__activemask(), says); }
LANE int lanes_here() { return __popc(__activemask()); }
/** A number of its own from a counter for every lane that asks now; they take it in one go. */
LANE int take_number(int* counter) {
  const unsigned asking = __activemask();
  const unsigned lane = threadIdx.x & 31u;
  const int leader = __ffs(asking) - 1;
  int first = 0;
  if (static_cast<int>(lane) == leader) first = atomicAdd(counter, __popc(asking));
  return __shfl_sync(asking, first, leader) + __popc(asking & ((1u << lane) - 1u));
}

#else

#define LANE inline
struct float3 { float x, y, z; };
struct float4 { float x, y, z, w; };
struct uint2 { unsigned x, y; };
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
LANE float4 load(const float4* at) { return *at; }
LANE uint2 load(const uint2* at) { return *at; }
LANE int bits_of(float value) { int bits; std::memcpy(&bits, &value, 4); return bits; }
LANE float of_bits(int bits) { float value; std::memcpy(&value, &bits, 4); return value; }
LANE int max(int a, int b) { return a > b ? a : b; }
LANE int min(int a, int b) { return a < b ? a : b; }
LANE int max3(int a, int b, int c) { return max(a, max(b, c)); }
LANE int min3(int a, int b, int c) { return min(a, min(b, c)); }
LANE bool all_lanes(bool says) { return says; }
LANE int lanes_here() { return 32; }
LANE int take_number(int* counter) { return (*counter)++; }
using std::fabs; using std::fma; using std::fmax; using std::fmin;
LANE float fmaxf(float a, float b) { return std::fmax(a, b); }
LANE float fminf(float a, float b) { return std::fmin(a, b); }
LANE float fmaf(float a, float b, float c) { return std::fma(a, b, c); }

#endif

LANE float3 xyz(const float4& v) { return make_float3(v.x, v.y, v.z); }
LANE float3 minus(const float3& a, const float3& b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
LANE float dot(const float3& a, const float3& b) { return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z)); }
LANE float3 cross(const float3& a, const float3& b) { return make_float3(fmaf(a.y, b.z, -(a.z * b.y)), fmaf(a.z, b.x, -(a.x * b.z)), fmaf(a.x, b.y, -(a.y * b.x))); }
LANE float finite_inverse(float d) { return 1.0f / (fabsf(d) < 1e-20f ? -1e-20f : d); }
