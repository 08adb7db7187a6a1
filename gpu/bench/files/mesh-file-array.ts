/** Numbers whose count nobody knows yet, without a boxed one among them. */
export class GrowingArray<A extends Float32Array | Uint32Array> {
  length = 0
  constructor(private array: A) {}

  push(a: number, b: number, c: number): void {
    if (this.length + 3 > this.array.length) {
      const larger = new (this.array.constructor as new (length: number) => A)(2 * this.array.length + 3)
      larger.set(this.array)
      this.array = larger
    }
    this.array[this.length++] = a
    this.array[this.length++] = b
    this.array[this.length++] = c
  }

  finish(): A {
    return this.array.slice(0, this.length) as A
  }
}
