// case-file.h: reads what native-file.ts writes: named runs of bytes, in any number of files.
#pragma once
#include <cstdint>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

class CaseFiles {
 public:
  /** @throws std::runtime_error naming the file */
  void add(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    char head[16];
    if (file == nullptr || std::fread(head, 1, 16, file) != 16 || std::string(head, 8) != "ATRCASE1") throw std::runtime_error(path + " holds no case");
    std::uint32_t count;
    std::memcpy(&count, head + 8, 4);
    for (std::uint32_t i = 0; i < count; i++) {
      char entry[64];
      if (std::fread(entry, 1, 64, file) != 64) throw std::runtime_error(path + " ends within its head");
      std::uint64_t place[2];
      std::memcpy(place, entry + 48, 16);
      sections_[std::string(entry, strnlen(entry, 48))] = {path, place[0], place[1]};
    }
    std::fclose(file);
  }

  bool has(const std::string& name) const { return sections_.count(name) != 0; }

  template <class T>
  std::vector<T> read(const std::string& name) const {
    const auto found = sections_.find(name);
    if (found == sections_.end()) throw std::runtime_error("no section " + name);
    const Section& section = found->second;
    std::vector<T> values(section.bytes / sizeof(T));
    std::FILE* file = std::fopen(section.path.c_str(), "rb");
    const bool is_read = file != nullptr && std::fseek(file, static_cast<long>(section.offset), SEEK_SET) == 0 && std::fread(values.data(), sizeof(T), values.size(), file) == values.size();
    if (file != nullptr) std::fclose(file);
    if (!is_read) throw std::runtime_error(section.path + " ends within " + name);
    return values;
  }

 private:
  struct Section { std::string path; std::uint64_t offset, bytes; };
  std::map<std::string, Section> sections_;
};
