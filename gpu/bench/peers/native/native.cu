// native.cu: rays through Atrium's own trees by CUDA alone, for `card/native` (gpu/bench/README.md says how to build and run it).
//
//   native CASE...             answers lines: "time KERNEL SET" and "hits KERNEL SET FILE", each with a line of JSON
//   native CASE... --all FILE  times everything, seven turns each, and writes medians and spreads
//
// Times are those of cudaEvents around as many dispatches as fill 30 ms. Any other compiler makes a program of it that walks on the
// processor, for checks: g++ -O2 -std=c++17 -x c++ native.cu -o native-host
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include "walks.h"
#include "case-file.h"

constexpr int BLOCK = 128;
constexpr double BATCH_MS = 30;
constexpr int MOST_DISPATCHES = 400;
constexpr int TURNS = 7;

/** t, -1 for a miss, and the triangle's number in its mesh. */
LANE void keep(const Trees& trees, uint2* hits, int i, const Found& found) {
  const bool is_hit = found.record != NOTHING;
  hits[i] = make_uint2(static_cast<unsigned>(bits_of(is_hit ? found.t : -1.0f)), is_hit ? static_cast<unsigned>(bits_of(load(trees.edges + 3u * found.record).w)) : NOTHING);
}

#ifdef __CUDACC__

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

template <class T>
T* upload(const std::vector<T>& values) {
  T* on_card;
  check(cudaMalloc(&on_card, std::max<std::size_t>(values.size() * sizeof(T), 256)));
  check(cudaMemcpy(on_card, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return on_card;
}

template <class Walk, bool ANY>
__global__ void __launch_bounds__(BLOCK) each_ray(const Trees trees, const float4* __restrict__ rays, int count, uint2* __restrict__ hits) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < count) keep(trees, hits, i, Walk::template walk<ANY>(trees, ray_at(rays, i)));
}

template <class Test, bool ANY>
__global__ void __launch_bounds__(BLOCK) fetched_rays(const Trees trees, const float4* __restrict__ rays, int count, uint2* __restrict__ hits, int* next) {
  fetch_and_walk<ANY, Test>(trees, rays, count, next, [&](int i, const Found& found) { keep(trees, hits, i, found); });
}

template <class Walk, bool ANY>
void trace_each(const Trees& trees, const float4* rays, int count, uint2* hits, int*) {
  each_ray<Walk, ANY><<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(trees, rays, count, hits);
}

/** As many blocks as the card holds at a time. */
template <class Test, bool ANY>
void trace_fetched(const Trees& trees, const float4* rays, int count, uint2* hits, int* next) {
  static const int blocks = [] {
    cudaDeviceProp card;
    int each;
    check(cudaGetDeviceProperties(&card, 0));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, fetched_rays<Test, ANY>, BLOCK, 0));
    return each * card.multiProcessorCount;
  }();
  fetched_rays<Test, ANY><<<std::min(blocks, (count + BLOCK - 1) / BLOCK), BLOCK>>>(trees, rays, count, hits, next);
}

std::string device_name() {
  cudaDeviceProp card;
  check(cudaGetDeviceProperties(&card, 0));
  return card.name;
}

std::vector<uint2> download(const uint2* hits, int count) {
  std::vector<uint2> values(count);
  check(cudaMemcpy(values.data(), hits, count * sizeof(uint2), cudaMemcpyDeviceToHost));
  return values;
}

/** @returns milliseconds of one dispatch  @param counters  one for each of the dispatches */
double timed(int dispatches, int* counters, const std::function<void(int*)>& dispatch) {
  static cudaEvent_t from = nullptr, to = nullptr;
  if (from == nullptr) {
    check(cudaEventCreate(&from));
    check(cudaEventCreate(&to));
  }
  check(cudaMemset(counters, 0, dispatches * sizeof(int)));
  check(cudaDeviceSynchronize());
  check(cudaEventRecord(from));
  for (int i = 0; i < dispatches; i++) dispatch(counters + i);
  check(cudaEventRecord(to));
  check(cudaGetLastError());
  check(cudaEventSynchronize(to));
  float ms;
  check(cudaEventElapsedTime(&ms, from, to));
  return ms / dispatches;
}

#else

template <class T>
T* upload(const std::vector<T>& values) { return (new std::vector<T>(values))->data(); }

template <class Walk, bool ANY>
void trace_each(const Trees& trees, const float4* rays, int count, uint2* hits, int*) {
  for (int i = 0; i < count; i++) keep(trees, hits, i, Walk::template walk<ANY>(trees, ray_at(rays, i)));
}

template <class Test, bool ANY>
void trace_fetched(const Trees& trees, const float4* rays, int count, uint2* hits, int* next) {
  fetch_and_walk<ANY, Test>(trees, rays, count, next, [&](int i, const Found& found) { keep(trees, hits, i, found); });
}

std::string device_name() { return "the processor"; }
std::vector<uint2> download(const uint2* hits, int count) { return {hits, hits + count}; }

double timed(int dispatches, int* counters, const std::function<void(int*)>& dispatch) {
  std::fill(counters, counters + dispatches, 0);
  const auto from = std::chrono::steady_clock::now();
  for (int i = 0; i < dispatches; i++) dispatch(counters + i);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count() / dispatches;
}

#endif

using Trace = void (*)(const Trees&, const float4*, int, uint2*, int*);

struct Kernel { std::string name; const Trees* trees; Trace closest, any; };
struct RaySet { std::string name; const float4* rays; int count; };

template <class Walk>
Kernel each(const std::string& name, const Trees& trees) { return {name, &trees, trace_each<Walk, false>, trace_each<Walk, true>}; }

template <class Test>
Kernel fetched(const std::string& name, const Trees& trees) { return {name, &trees, trace_fetched<Test, false>, trace_fetched<Test, true>}; }

/** Words of an instance in kernels/scene.wgsl. */
constexpr std::size_t INSTANCE_WORDS = 48;

/** Records as two arrays: corner and edges, and the map to the unit triangle. */
void upload_records(const std::vector<float4>& corners, Trees& trees) {
  std::vector<float4> edges(corners.size()), maps(corners.size());
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const float4 a = corners[i], b = corners[i + 1], c = corners[i + 2];
    edges[i] = a;
    edges[i + 1] = make_float4(b.x - a.x, b.y - a.y, b.z - a.z, 0.0f);
    edges[i + 2] = make_float4(c.x - a.x, c.y - a.y, c.z - a.z, 0.0f);
    const double u[3] = {double(b.x) - a.x, double(b.y) - a.y, double(b.z) - a.z}, v[3] = {double(c.x) - a.x, double(c.y) - a.y, double(c.z) - a.z};
    const auto crossed = [](const double* p, const double* q, double* r) { for (int k = 0; k < 3; k++) r[k] = p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]; };
    double n[3], x[3], y[3];
    crossed(u, v, n);
    crossed(v, n, x);
    crossed(n, u, y);
    const double scale = 1.0 / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const auto row = [&](const double* r) { return make_float4(float(r[0] * scale), float(r[1] * scale), float(r[2] * scale), float(-(r[0] * a.x + r[1] * a.y + r[2] * a.z) * scale)); };
    maps[i] = row(n);
    maps[i + 1] = row(x);
    maps[i + 2] = row(y);
  }
  trees.edges = upload(edges);
  trees.maps = upload(maps);
}

Trees load_bvh(const CaseFiles& files, const std::string& scene) {
  Trees trees{};
  const auto instances = files.read<std::uint32_t>(scene + "/instances");
  trees.nodes = upload(files.read<float4>(scene + "/references"));
  trees.root = instances[31] / 16;
  trees.first = instances[32];
  upload_records(files.read<float4>(scene + "/triangles"), trees);
  if (!files.has(scene + "/top")) return trees;
  trees.top = upload(files.read<float4>(scene + "/top"));
  std::vector<float4> rows;
  for (std::size_t at = 0; at < instances.size(); at += INSTANCE_WORDS) {
    const std::uint32_t place[4] = {instances[at + 31] / 16, instances[at + 32], 0, 0};
    float4 row[4];
    std::memcpy(row, &instances[at + 12], 48);
    std::memcpy(row + 3, place, 16);
    rows.insert(rows.end(), row, row + 4);
  }
  trees.instances = upload(rows);
  return trees;
}

Trees load_kd(const CaseFiles& files, const std::string& scene) {
  Trees trees{};
  const auto instances = files.read<std::uint32_t>(scene + "/instances");
  const auto planes = files.read<uint2>(scene + "/nodes");
  const auto words = files.read<std::uint32_t>(scene + "/references");
  trees.root = instances[27];
  trees.first = instances[32];
  const std::size_t first_word = instances[31];
  auto listing = planes;
  for (std::size_t i = trees.root; i < planes.size(); i++) {
    if ((planes[i].y & 3u) == 3u) listing[i].x = trees.first + words[first_word + 16 * std::size_t(planes[i].x) + 3];
  }
  trees.planes = upload(planes);
  trees.listing = upload(listing);
  trees.leaves = upload(files.read<float4>(scene + "/references")) + first_word / 4;
  std::memcpy(&trees.low, &instances[24], 12);
  std::memcpy(&trees.high, &instances[28], 12);
  upload_records(files.read<float4>(scene + "/triangles"), trees);
  return trees;
}

struct Case {
  Trees one{}, many{}, kd{};
  std::vector<Kernel> kernels;
  std::vector<RaySet> sets;
  uint2* hits = nullptr;
  int* counters = nullptr;

  explicit Case(const CaseFiles& files) {
    one = load_bvh(files, "one/bvh");
    kd = load_kd(files, "one/ropes-plus-plus");
    add_walks<MollerTrumbore>("Moller-Trumbore");
    add_walks<Woop>("Woop");
    if (files.has("many/bvh/top")) {
      many = load_bvh(files, "many/bvh");
      add_two_levels<MollerTrumbore>("Moller-Trumbore");
      add_two_levels<Woop>("Woop");
    }
    std::size_t most = 0;
    for (const char* name : {"primary", "diffuse", "shadow"}) {
      const auto rays = files.read<float4>(std::string("rays/") + name);
      most = std::max(most, rays.size() / 2);
      sets.push_back({name, upload(rays), static_cast<int>(rays.size() / 2)});
    }
    hits = upload(std::vector<uint2>(most));
    counters = upload(std::vector<int>(MOST_DISPATCHES));
  }

  double time(std::size_t kernel, std::size_t set, int dispatches) {
    const Kernel& k = kernels.at(kernel);
    const RaySet& s = sets.at(set);
    const Trace trace = s.name == "shadow" ? k.any : k.closest;
    return timed(dispatches, counters, [&](int* next) { trace(*k.trees, s.rays, s.count, hits, next); });
  }

  /** Milliseconds of all rays once, by as many dispatches as fill a batch. */
  double time(std::size_t kernel, std::size_t set) {
    int& dispatches = fitting[{kernel, set}];
    if (dispatches == 0) {
      time(kernel, set, 1);
      dispatches = std::max(1, std::min(MOST_DISPATCHES, static_cast<int>(BATCH_MS / std::max(1e-3, time(kernel, set, 3)) + 0.5)));
    }
    return time(kernel, set, dispatches);
  }

  std::vector<uint2> find(std::size_t kernel, std::size_t set) {
    time(kernel, set, 1);
    return download(hits, sets.at(set).count);
  }

 private:
  template <class Test>
  void add_walks(const std::string& test) {
    kernels.push_back(each<WhileWhile<Test, false, Waiting>>("binary BVH, " + test, one));
    kernels.push_back(each<WhileWhile<Test, false, WaitingAt>>("binary BVH, distances on the stack, " + test, one));
    kernels.push_back(each<WhileWhile<Test, true, Waiting>>("binary BVH, boxes by integers, " + test, one));
    kernels.push_back(each<WhileWhile<Test, true, WaitingAt>>("binary BVH, boxes by integers, distances on the stack, " + test, one));
    kernels.push_back(fetched<Test>("binary BVH, speculative, lanes fetch rays, " + test, one));
    kernels.push_back(each<KdStack<Test>>("kD-tree, " + test, kd));
    kernels.push_back(each<KdRopes<Test>>("kD-tree with ropes, " + test, kd));
  }

  template <class Test>
  void add_two_levels(const std::string& test) {
    kernels.push_back(each<TwoLevels<Test, false, Waiting>>("two levels of BVHs, " + test, many));
    kernels.push_back(each<TwoLevels<Test, false, WaitingAt>>("two levels of BVHs, distances on the stack, " + test, many));
    kernels.push_back(each<TwoLevels<Test, true, WaitingAt>>("two levels of BVHs, boxes by integers, distances on the stack, " + test, many));
  }

  std::map<std::pair<std::size_t, std::size_t>, int> fitting;
};

std::string head_of(const Case& each) {
  std::string text = "{\"device\":\"" + device_name() + "\",\"kernels\":[";
  for (const Kernel& kernel : each.kernels) text += (text.back() == '[' ? "" : ",") + ("{\"name\":\"" + kernel.name + "\",\"over\":\"" + (kernel.trees->top == nullptr ? "one" : "many") + "\"}");
  text += "],\"sets\":[";
  for (const RaySet& set : each.sets) text += (text.back() == '[' ? "" : ",") + ("{\"name\":\"" + set.name + "\",\"rays\":" + std::to_string(set.count) + "}");
  return text + "]}";
}

void write(const std::string& path, const void* from, std::size_t bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(from, 1, bytes, file) != bytes || std::fclose(file) != 0) throw std::runtime_error(path + " cannot be written");
}

/** Everything in turns whose order turns too; a turn that does not count comes first. */
void time_all(Case& each, const std::string& path) {
  std::string text = head_of(each);
  text.pop_back();
  text += ",\"times\":[";
  for (std::size_t set = 0; set < each.sets.size(); set++) {
    if (each.sets[set].count == 0) continue;
    std::vector<std::vector<double>> ms(each.kernels.size());
    for (int turn = -1; turn < TURNS; turn++) {
      for (std::size_t i = 0; i < ms.size(); i++) {
        const std::size_t kernel = (i + static_cast<std::size_t>(turn + 1)) % ms.size();
        const double found = each.time(kernel, set);
        if (turn >= 0) ms[kernel].push_back(found);
      }
    }
    for (std::size_t kernel = 0; kernel < ms.size(); kernel++) {
      std::sort(ms[kernel].begin(), ms[kernel].end());
      long hits = 0;
      for (const uint2& hit : each.find(kernel, set)) hits += hit.y != NOTHING;
      text += (text.back() == '[' ? "" : ",") + ("\n{\"kernel\":\"" + each.kernels[kernel].name + "\",\"set\":\"" + each.sets[set].name + "\",\"ms\":" + std::to_string(ms[kernel][TURNS / 2]) + ",\"spread\":[" +
              std::to_string(ms[kernel].front()) + "," + std::to_string(ms[kernel].back()) + "],\"mrays\":" + std::to_string(each.sets[set].count / ms[kernel][TURNS / 2] / 1000) + ",\"hits\":" + std::to_string(hits) + "}");
    }
  }
  text += "]}\n";
  write(path, text.data(), text.size());
}

void answer(Case& each) {
  std::cout << head_of(each) << std::endl;
  std::string word;
  std::size_t kernel, set;
  while (std::cin >> word >> kernel >> set) {
    if (word == "time") {
      std::cout << "{\"ms\":" << each.time(kernel, set) << "}" << std::endl;
    } else {
      std::string path;
      std::cin >> path;
      const auto found = each.find(kernel, set);
      write(path, found.data(), found.size() * sizeof(uint2));
      std::cout << "{\"hits\":" << found.size() << "}" << std::endl;
    }
  }
}

int main(int count, char** arguments) {
  try {
    CaseFiles files;
    std::string all;
    for (int i = 1; i < count; i++) {
      if (std::string(arguments[i]) == "--all" && i + 1 < count) all = arguments[++i];
      else files.add(arguments[i]);
    }
    Case each(files);
    if (all.empty()) answer(each);
    else time_all(each, all);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
