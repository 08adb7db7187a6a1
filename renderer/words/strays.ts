import { parseSync } from 'vite'

/* Finds strings that users read and that went past the catalogue. Used by its test alone. */

interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** Attributes and fields whose text is shown. */
const SHOWN = /^(label|title|placeholder|aria-?label|ariaLabel|aria-valuetext|aria-description|alt|description|hint|message|detail|buttons|thumbLabel|says|remedy|sentence|short|text|kind)$/
/** Calls whose text is shown, and which of their arguments. */
const SHOWN_CALLS: Readonly<Record<string, number>> = { tell: 0, offer: 0, flash: 0, edit: 0, runVisibly: 0, reportError: 1, notify: 0, showErrorBox: 0, setTitle: 0, UsageError: 0 }
/** What stands in them is an id, a name for developers, or a comparison. */
const OPAQUE_CALLS = /^(say|phrase|table|textOf|isId|Error|AtriumError|TypeError|Failure|includes|startsWith|endsWith|split|replace|replaceAll|join|closest|querySelector|match|test|getPropertyValue|toLocaleString)$/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nameOf = (callee: unknown): string => {
  if (!isNode(callee)) return ''
  return callee.type === 'Identifier' ? String(callee['name']) : callee.type === 'MemberExpression' ? nameOf(callee['property']) : ''
}

/** Words for people: two letters in a row, and a capital or a space; names of keys, classes and kinds are neither. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && (/^\P{L}*\p{Lu}/u.test(text) || /\p{L} |: ?$| \p{L}/u.test(text))

/** Text of a literal or of a template's fixed parts; null for all else. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'TemplateLiteral') return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
  return null
}

/** `line: text` of every string that is shown and not said by the catalogue. */
export function findStrays(file: string, source: string, allowed: ReadonlySet<string>): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const found: string[] = []
  const note = (node: Node, text: string): void => {
    const plain = text.trim().replaceAll(/\s+/g, ' ')
    if (!allowed.has(plain)) found.push(`${source.slice(0, node.start).split('\n').length}: ${plain}`)
  }
  const each = (node: Node, isShown: boolean): void => {
    for (const [field, value] of Object.entries(node)) {
      if (field === 'typeAnnotation' || field === 'typeArguments') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, isShown)
    }
  }
  function visit(node: Node, isShown: boolean): void {
    if (node.type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)) return
    const text = textOf(node)
    if (text !== null && isShown && isWords(text)) note(node, text)
    switch (node.type) {
      case 'ImportDeclaration': return
      case 'JSXText':
        if (/\p{L}{2}/u.test(String(node['value']))) note(node, String(node['value']))
        return
      case 'JSXAttribute': {
        const { name, value } = node as unknown as { name: { name: string }; value: Node | null }
        if (value !== null) visit(value, SHOWN.test(String(name.name)))
        return
      }
      case 'JSXElement': {
        const { openingElement, children } = node as unknown as { openingElement: Node; children: Node[] }
        visit(openingElement, false)
        for (const child of children) visit(child, true)
        return
      }
      case 'Property': {
        const { key, value } = node as unknown as { key: Node; value: Node }
        return visit(value, isShown || SHOWN.test(nameOf(key) || (textOf(key) ?? '')))
      }
      case 'BinaryExpression': {
        const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node }
        const isSum = operator === '+'
        visit(left, isShown && isSum)
        return visit(right, isShown && isSum)
      }
      case 'ConditionalExpression':
      case 'LogicalExpression': {
        const { test, left, consequent, alternate, right } = node as unknown as Record<string, Node | undefined>
        if (test !== undefined) visit(test, false)
        for (const branch of [left, consequent, alternate, right]) if (branch !== undefined) visit(branch, isShown)
        return
      }
      case 'CallExpression':
      case 'NewExpression': {
        const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] }
        const name = nameOf(callee)
        visit(callee, false)
        if (OPAQUE_CALLS.test(name)) return
        const shown = SHOWN_CALLS[name]
        given.forEach((argument, at) => visit(argument, at === shown || (name === 'tell' && at === 1) || (name === 'offer' && at === 1)))
        return
      }
      case 'MemberExpression': return visit(node['object'] as Node, false)
      case 'ArrowFunctionExpression': {
        const body = node['body'] as Node
        return visit(body, isShown && body.type !== 'BlockStatement')
      }
      default: each(node, isShown && !/Statement|Declaration|Function/.test(node.type))
    }
  }
  visit(program as unknown as Node, false)
  return found
}
