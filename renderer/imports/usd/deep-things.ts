import { type Spec, type Specs, USDAParser, type UsdTree } from 'three/examples/jsm/loaders/usd/USDAParser.js'
import { USDComposer } from 'three/examples/jsm/loaders/usd/USDComposer.js'
import { LIMITS, nestedTooDeep } from '../bytes/limits.ts'
import { PRIM, standsIn } from './compose.ts'

/** What makes the places of what stands in it longer. */
const HOLDS = /^(?:def|class|over|variantSet)\s/

const composer: Pick<USDComposer, 'compose' | '_getAttributes' | '_getMaterialBindingTarget'> = USDComposer.prototype
const parser: Pick<USDAParser, 'parseText'> = USDAParser.prototype
/** As three has them. Where modules are loaded anew, three's loader may stay: what a module that is gone throws, nobody knows for a sentence. */
const ORIGINALS = Symbol.for('atrium: how three composes')
const kept = USDComposer.prototype as { [ORIGINALS]?: typeof composer & typeof parser }
// oxlint-disable-next-line typescript/unbound-method -- called with their own `this`
const { compose, _getAttributes: attributesAround, _getMaterialBindingTarget: bindingAround, parseText } = (kept[ORIGINALS] ??= { compose: composer.compose, _getAttributes: composer._getAttributes, _getMaterialBindingTarget: composer._getMaterialBindingTarget, parseText: parser.parseText })

/**
 * Lets three's loader refuse what is nested too deep before it makes anything of it, and look for what variants say only where there are some. For
 * each thing it asks all that is around it, and for each of those what is around that, by paths as long as they are deep.
 */
export function boundNesting(): void {
  USDAParser.prototype.parseText = function (text) {
    const tree = parseText.call(this, text)
    checkTree(tree)
    return tree
  }
  USDComposer.prototype.compose = function (data, ...more) {
    for (const [place, { specType }] of Object.entries(data.specsByPath)) if (specType === PRIM && isTooDeep(place)) throw nestedTooDeep()
    return compose.call(this, data, ...more)
  }
  USDComposer.prototype._getAttributes = function (place) {
    if (aroundOf(this.specsByPath).hasVariants(place)) return attributesAround.call(this, place)
    const attributes = {}
    this._collectAttributesFromPath(place, attributes)
    return attributes
  }
  USDComposer.prototype._getMaterialBindingTarget = function (place) {
    const { hasVariants, bindingOf } = aroundOf(this.specsByPath)
    return hasVariants(place) ? bindingAround.call(this, place) : targetOf(bindingOf(place)) ?? null
  }
}

/** @throws AtriumError `model-too-many` */
function checkTree(root: UsdTree): void {
  let level: readonly UsdTree[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > LIMITS.nesting) throw nestedTooDeep()
    const next: UsdTree[] = []
    for (const tree of level) {
      for (const [key, content] of Object.entries(tree)) {
        if (typeof content !== 'object' || !HOLDS.test(key)) continue
        if (key.startsWith('variantSet')) for (const variant of Object.values(content)) { if (typeof variant === 'object') next.push(variant) }
        else next.push(content)
      }
    }
    level = next
  }
}

/** A level takes two characters at least; variants are none. */
const isTooDeep = (place: string): boolean => place.length > 2 * LIMITS.nesting && place.split('/').filter((name) => name !== '' && !name.startsWith('{')).length > LIMITS.nesting

interface Around {
  readonly hasVariants: (place: string) => boolean
  /** What a thing wears: its own, unless something around it is stronger. */
  readonly bindingOf: (place: string) => Spec | null
}

const known = new WeakMap<Specs, Around>()

function aroundOf(specs: Specs): Around {
  const found = known.get(specs) ?? {
    hasVariants: standsIn(new Set(Object.entries(specs).flatMap(([place, { fields }]) => ((fields['variantSetChildren'] as readonly string[] | undefined ?? []).length > 0 ? [place] : [])))),
    bindingOf: bindingsOf(specs),
  }
  known.set(specs, found)
  return found
}

const targetOf = (binding: Spec | null | undefined): string | undefined => (binding?.fields['targetPaths'] as readonly string[] | undefined)?.[0]

function bindingsOf(specs: Specs): Around['bindingOf'] {
  const bindings = new Map<string, Spec | null>([['', null]])
  return function bindingOf(place: string): Spec | null {
    const before = bindings.get(place)
    if (before !== undefined) return before
    const outer = bindingOf(place.slice(0, Math.max(0, place.lastIndexOf('/'))))
    const own = (specs[`${place}.material:binding`] as Spec | undefined) ?? null
    const binding = targetOf(own) !== undefined && outer?.fields['bindMaterialAs'] !== 'strongerThanDescendants' ? own : outer
    bindings.set(place, binding)
    return binding
  }
}
