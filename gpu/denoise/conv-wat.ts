/** Outputs that are summed side by side: two vectors of four floats, for four pixels at once. With their weights they fill the registers that a processor has. */
export const BLOCK = 8
const PIXELS = 4
/** Input channels of one turn of the innermost loop. */
const UNROLL = 4

/**
 * A row of a convolution of 3 x 3 pixels as text of WebAssembly, for the vectors of four floats that every processor has. Pixels are
 * records of channels; `stride` bytes apart in the input, which the text is made for: then every address is a sum known beforehand.
 *
 * `conv_<stride>(input, inputRow, weights, bias, output, outputStride, count, channels, blocks)`: input is the pixel above and left of the first
 * output's; weights are [block of 8 outputs][row][column][input][8]; bytes all, but for count (pixels), channels and blocks.
 */
export function convModule(strides: readonly number[]): string {
  return `(module
(import "conv" "memory" (memory 1 65536 shared))
${strides.map(convFunction).join('\n')})`
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

function convFunction(stride: number): string {
  return `(func (export "conv_${stride}")
(param $input i32) (param $inputRow i32) (param $weights i32) (param $bias i32) (param $output i32) (param $outputStride i32) (param $count i32) (param $channels i32) (param $blocks i32)
(local $p i32) (local $o i32) (local $left i32) (local $row i32) (local $rows i32) (local $q i32) (local $w i32) (local $end i32) (local $many i32)
(local $w0 v128) (local $w1 v128) (local $v v128) ${range(PIXELS).map((k) => `(local $a${k} v128) (local $b${k} v128)`).join(' ')}
(local.set $many (i32.shl (i32.and (local.get $channels) (i32.const ${-UNROLL})) (i32.const 2)))
(block $done (loop $block
  (br_if $done (i32.eqz (local.get $blocks)))
  (local.set $p (local.get $input))
  (local.set $o (local.get $output))
  (local.set $left (local.get $count))
  (block $few (loop $group
    (br_if $few (i32.lt_s (local.get $left) (i32.const ${PIXELS})))
    ${group(stride, PIXELS)}
    (local.set $p (i32.add (local.get $p) (i32.const ${PIXELS * stride})))
    (local.set $left (i32.sub (local.get $left) (i32.const ${PIXELS})))
    (br $group)))
  (block $none (loop $single
    (br_if $none (i32.eqz (local.get $left)))
    ${group(stride, 1)}
    (local.set $p (i32.add (local.get $p) (i32.const ${stride})))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br $single)))
  (local.set $weights (i32.add (local.get $weights) (i32.mul (local.get $channels) (i32.const ${9 * 4 * BLOCK}))))
  (local.set $bias (i32.add (local.get $bias) (i32.const ${4 * BLOCK})))
  (local.set $output (i32.add (local.get $output) (i32.const ${4 * BLOCK})))
  (local.set $blocks (i32.sub (local.get $blocks) (i32.const 1)))
  (br $block))))`
}

/** Eight outputs of some neighbours in a row, from their sums to their places. */
function group(stride: number, pixels: number): string {
  const clear = range(pixels).map((k) => `(local.set $a${k} (v128.load (local.get $bias))) (local.set $b${k} (v128.load offset=16 (local.get $bias)))`)
  const put = range(pixels).map((k) => `
    (v128.store (local.get $o) (f32x4.pmax (v128.const f32x4 0 0 0 0) (local.get $a${k})))
    (v128.store offset=16 (local.get $o) (f32x4.pmax (v128.const f32x4 0 0 0 0) (local.get $b${k})))
    (local.set $o (i32.add (local.get $o) (local.get $outputStride)))`)
  const loops = range(3).map((column) => `
      (local.set $q (i32.add (local.get $row) (i32.const ${column * stride})))
      (local.set $end (i32.add (local.get $q) (local.get $many)))
      (block $rest${column} (loop $more${column}
        (br_if $rest${column} (i32.eq (local.get $q) (local.get $end)))
        ${channels(stride, pixels, UNROLL)}
        (br $more${column})))
      (local.set $end (i32.add (i32.add (local.get $row) (i32.const ${column * stride})) (i32.shl (local.get $channels) (i32.const 2))))
      (block $out${column} (loop $one${column}
        (br_if $out${column} (i32.eq (local.get $q) (local.get $end)))
        ${channels(stride, pixels, 1)}
        (br $one${column})))`)
  return `${clear.join(' ')}
    (local.set $w (local.get $weights))
    (local.set $row (local.get $p))
    (local.set $rows (i32.const 3))
    (loop $down ${loops.join('')}
      (local.set $row (i32.add (local.get $row) (local.get $inputRow)))
      (br_if $down (local.tee $rows (i32.sub (local.get $rows) (i32.const 1)))))
    ${put.join('')}`
}

/** Adds what some input channels of one column give to the sums, and goes on behind them. */
function channels(stride: number, pixels: number, count: number): string {
  const each = range(count).map((c) => `
        (local.set $w0 (v128.load offset=${c * 4 * BLOCK} (local.get $w)))
        (local.set $w1 (v128.load offset=${c * 4 * BLOCK + 16} (local.get $w)))
        ${range(pixels).map((k) => `
        (local.set $v (v128.load32_splat offset=${k * stride + c * 4} (local.get $q)))
        (local.set $a${k} (f32x4.add (local.get $a${k}) (f32x4.mul (local.get $v) (local.get $w0))))
        (local.set $b${k} (f32x4.add (local.get $b${k}) (f32x4.mul (local.get $v) (local.get $w1))))`).join('')}`)
  return `${each.join('')}
        (local.set $q (i32.add (local.get $q) (i32.const ${4 * count})))
        (local.set $w (i32.add (local.get $w) (i32.const ${4 * BLOCK * count})))`
}
