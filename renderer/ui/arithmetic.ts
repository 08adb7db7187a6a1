/** What was read of a field: an amount in the field's own measure, or a bare number, which counts or has the field's unit. */
interface Term {
  readonly value: number
  readonly isBare: boolean
}

const BARE = /^(?:\d+(?:[.,]\d+)?|[.,]\d+)$/
const LONGEST = 200
const DEEPEST = 20

/**
 * A sum of what a field reads: `3.2m/4`, `2 * 45 cm + 3`, `(1,2 - 0,3) / 2`. Numbers without a unit are factors where they multiply or divide, and
 * in the field's unit where they are added.
 *
 * @param parse  what the field reads without arithmetic; it is linear in the number that is typed
 * @returns null where it is no sum of such
 */
export function evaluate(text: string, parse: (text: string) => number | null): number | null {
  const plain = parse(text)
  if (plain !== null || text.length > LONGEST) return plain
  const tokens = text.trim().match(/[()+*/×·÷−-]|[^()+*/×·÷−-]+/g)?.map((token) => token.trim()).filter((token) => token !== '') ?? []
  let at = 0
  const take = (...signs: readonly string[]): string | null => (signs.includes(tokens[at] ?? '') ? tokens[at++] : null)
  const amountOf = ({ value, isBare }: Term): number | null => {
    const unit = parse('1')
    return !isBare ? value : unit === null ? null : value * unit
  }
  function factor(depth: number): Term | null {
    if (depth > DEEPEST || at >= tokens.length) return null
    if (take('-', '−') !== null) {
      const negated = factor(depth + 1)
      return negated && { ...negated, value: -negated.value }
    }
    if (take('(') !== null) {
      const inner = sum(depth + 1)
      return take(')') === null ? null : inner
    }
    const token = tokens[at++]
    if (BARE.test(token)) return { value: Number(token.replace(',', '.')), isBare: true }
    const value = parse(token)
    return value === null ? null : { value, isBare: false }
  }
  function product(depth: number): Term | null {
    let left = factor(depth)
    for (let sign = take('*', '×', '·', '/', '÷'); left !== null && sign !== null; sign = take('*', '×', '·', '/', '÷')) {
      const right = factor(depth)
      const divides = sign === '/' || sign === '÷'
      // Nothing is measured in square metres, and nothing in one by a metre.
      if (right === null || (!right.isBare && (divides || !left.isBare)) || (divides && right.value === 0)) return null
      left = { value: divides ? left.value / right.value : left.value * right.value, isBare: left.isBare && right.isBare }
    }
    return left
  }
  function sum(depth: number): Term | null {
    let left = product(depth)
    for (let sign = take('+', '-', '−'); left !== null && sign !== null; sign = take('+', '-', '−')) {
      const right = product(depth)
      if (right === null) return null
      const isBare = left.isBare && right.isBare
      const [a, b] = isBare ? [left.value, right.value] : [amountOf(left), amountOf(right)]
      if (a === null || b === null) return null
      left = { value: sign === '+' ? a + b : a - b, isBare }
    }
    return left
  }
  const whole = sum(0)
  if (whole === null || at < tokens.length) return null
  const value = amountOf(whole)
  return value !== null && Number.isFinite(value) ? value : null
}
