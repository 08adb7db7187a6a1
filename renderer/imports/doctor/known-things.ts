/*
 * What things are called, and how large they are. Names come from files in any language; the head of an English name stands last (“table
 * lamp”), that of a German one at the word's end (“Bürostuhl”).
 */

export interface KnownThing {
  readonly id: string
  readonly names: RegExp
  /** Metres of its longest side. */
  readonly smallest: number
  readonly largest: number
  /** How it stands: with its longest side upwards, lying with its shortest side upwards, or hanging with its shortest side level. */
  readonly stance?: 'tall' | 'flat' | 'upright'
}

const thing = (id: string, names: RegExp, smallest: number, largest: number, stance?: KnownThing['stance']): KnownThing =>
  stance === undefined ? { id, names, smallest, largest } : { id, names, smallest, largest, stance }

/**
 * The first that matches the last word wins. Ranges go from the smallest to the largest that is sold or built, and a little beyond: a unit is off by
 * a factor of 2.54 at least.
 */
export const KNOWN_THINGS: readonly KnownThing[] = [
  thing('door', /doors?|t(ü|ue)r|tuer|porte|puerta|deur|kapi/, 1.8, 3.2, 'tall'),
  thing('window', /windows?|fenster|fen(ê|e)tre|ventana|raam/, 0.4, 5, 'upright'),
  thing('armchair', /armchair|sessel|fauteuil/, 0.5, 1.4),
  thing('chair', /chairs?|stuhl|chaise|silla/, 0.4, 1.4, 'tall'),
  thing('stool', /stools?|hocker|tabouret/, 0.25, 1.1),
  thing('sofa', /sofas?|couch|settee|loveseat|divan|canap(é|e)/, 1.2, 4),
  thing('desk', /desks?|schreibtisch|bureau/, 0.8, 3),
  thing('bench', /bench(es)?|(sitz|eck|garten|holz)bank|banc|banco/, 0.45, 3),
  thing('ottoman', /ottomans?|pouffe?/, 0.3, 1.8),
  thing('table', /tables?|tisch|mesa/, 0.35, 3.5),
  thing('bed', /beds?|bett|lit|cama/, 1.5, 2.6),
  thing('crib', /cribs?|kinderbett|gitterbett|berceau|cuna/, 0.8, 1.6),
  thing('nightstand', /nightstand|nachttisch|chevet/, 0.3, 0.9),
  thing('lamp', /lamps?|lampe|leuchte|chandelier|pendant/, 0.1, 2.4),
  thing('cup', /cups?|mugs?|tasse|becher/, 0.05, 0.25),
  thing('plate', /plates?|teller|bowls?|schale/, 0.08, 0.6),
  thing('teapot', /teapots?|kettles?|kanne/, 0.1, 0.45),
  thing('vase', /vases?/, 0.08, 1.2),
  thing('bottle', /bottles?|flasche/, 0.1, 0.45),
  thing('candle', /candles?|kerze/, 0.04, 0.5),
  thing('stairs', /stairs?|staircase|treppe|escalier/, 1.2, 15),
  thing('wall', /walls?|wand|mur|muro/, 0.3, 80, 'upright'),
  thing('floor', /floors?|boden|slab|decke|ceiling|plafond|sol/, 0.8, 100, 'flat'),
  thing('roof', /roof|dach|toit/, 1.5, 100),
  thing('bath', /bathtub|tub|(bade)?wanne|baignoire|bañera/, 1.2, 2.2),
  thing('shower', /showers?|dusche|douche|ducha/, 0.6, 2.5),
  thing('toilet', /toilets?|wc|toilette|bidet|urinal|inodoro/, 0.35, 1.1),
  thing('sink', /sinks?|basin|washbasin|washstand|waschbecken|waschtisch|sp(ü|ue)le|lavabo|(é|e)vier|fregadero/, 0.3, 2),
  thing('wardrobe', /wardrobe|kleiderschrank|armoire|armario/, 1.4, 4),
  thing('cabinet', /cabinets?|schrank|cupboard|sideboard|dresser|commode|kommode|buffet|vitrine/, 0.3, 4),
  thing('shelf', /shelf|shelves|bookshelf|bookcase|regal|(é|e)tag(è|e)re|estanter(í|i)a/, 0.2, 4),
  thing('fridge', /fridge|refrigerator|k(ü|ue)hlschrank|r(é|e)frig(é|e)rateur|frigo|nevera|koelkast/, 0.8, 2.2, 'tall'),
  thing('oven', /oven|stove|herd|dishwasher|microwave|washer|dryer|backofen|waschmaschine|trockner|(geschirr)?sp(ü|ue)l(er|maschine)|horno/, 0.35, 1.3),
  thing('faucet', /faucets?|taps?|wasserhahn|robinet|grifo|kraan/, 0.08, 0.6),
  // The longest that is made in series, a grand by Fazioli, has 3.08 m.
  thing('piano', /pianos?|klavier|pianino|konzertfl(ü|ue)gel/, 1.1, 3.1),
  thing('tree', /trees?|baum|arbre/, 1, 30, 'tall'),
  thing('plant', /plants?|pflanze|flowers?|plante|planta/, 0.1, 3),
  thing('car', /cars?|auto|voiture|coche/, 3, 6),
  thing('bicycle', /bicycles?|bikes?|fahrrad|v(é|e)lo|bicicleta|fiets/, 1, 2.1),
  thing('motorcycle', /motorcycles?|motorbikes?|motorrad/, 1.5, 2.6),
  thing('person', /person|human|man|woman|figure|mensch/, 1.3, 2.1, 'tall'),
  thing('book', /books?|buch/, 0.1, 0.45),
  thing('rug', /rugs?|carpets?|teppich|tapis|alfombra/, 0.5, 8, 'flat'),
  thing('mirror', /mirrors?|spiegel|miroir|espejo/, 0.15, 3, 'upright'),
  thing('picture', /pictures?|paintings?|posters?|portrait|bild|gem(ä|ae)lde|tableau|cuadro/, 0.12, 3, 'upright'),
  thing('curtain', /curtains?|blinds?|vorhang|rideau|cortina|gordijn/, 0.6, 8, 'upright'),
  thing('fan', /fan|ventilator/, 0.2, 1.8),
  thing('screen', /tv|monitor|television/, 0.3, 2.2, 'upright'),
  thing('laptop', /laptop|notebook/, 0.25, 0.5),
  thing('column', /columns?|pillars?|s(ä|ae)ule|colonne|columna/, 1.2, 12, 'tall'),
  thing('panel', /radiator|heizk(ö|oe)rper/, 0.3, 3, 'upright'),
  thing('room', /room|bathroom|bedroom|kitchen|k(ü|ue)che|apartment|flat|studio|office|zimmer|wohnung|shop/, 1.8, 80),
  thing('building', /buildings?|geb(ä|ae)ude|b(â|a)timents?|edificio|gebouw|houses?|haus|villa|hotel|hospital/, 1.8, 80),
]

/** A part or a covering of a thing is not as large as the thing. */
const DETAIL = /^(handle|knob|legs?|hinge|mat|screw|cushion|pillow|drawer|lock|switch|head|glass|pane|sill|frame|seat|back|arm|top|trim|base|shade|bulb|cover|cap|rail|bolt|griff|bein|kissen)$/

const WHOLE = KNOWN_THINGS.map((known) => [new RegExp(`^(?:${known.names.source})$`, 'u'), known] as const)
const named = (id: string): KnownThing => KNOWN_THINGS.find((known) => known.id === id) as KnownThing
/** German nouns end with what the thing is. */
const ENDS = [
  ['stuhl', 'chair'], ['sessel', 'armchair'], ['schreibtisch', 'desk'], ['tisch', 'table'], ['kleiderschrank', 'wardrobe'], ['kühlschrank', 'fridge'], ['schrank', 'cabinet'], ['kommode', 'cabinet'], ['lampe', 'lamp'], ['leuchte', 'lamp'],
  ['tür', 'door'], ['tuer', 'door'], ['regal', 'shelf'], ['kinderbett', 'crib'], ['bett', 'bed'], ['wanne', 'bath'], ['waschbecken', 'sink'],
  ['klavier', 'piano'], ['spiegel', 'mirror'], ['teppich', 'rug'], ['vorhang', 'curtain'], ['fenster', 'window'], ['treppe', 'stairs'], ['wand', 'wall'], ['decke', 'floor'], ['boden', 'floor'], ['dach', 'roof'],
] as const
const COMPOUNDS = ENDS.map(([end, id]) => [end, named(id)] as const)

const known = new Map<string, KnownThing | null>()

/** What a name says that a thing is; null: nothing that is known. */
export function thingOf(name: string): KnownThing | null {
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size > 50_000) known.clear()
  const thing = findThing(name)
  known.set(name, thing)
  return thing
}

function findThing(name: string): KnownThing | null {
  const words = name.normalize('NFC').replace(/([a-zà-ü])([A-ZÀ-Ü])/gu, '$1 $2').toLowerCase().split(/[^a-zà-ü]+/u).filter((word) => word.length > 1)
  for (const word of words.toReversed()) {
    if (DETAIL.test(word)) return null
    const thing = thingOfWord(word)
    if (thing !== null) return thing
  }
  return null
}

const thingOfWord = (word: string): KnownThing | null =>
  WHOLE.find(([names]) => names.test(word))?.[1] ?? COMPOUNDS.find(([end]) => word.length > end.length + 2 && word.endsWith(end))?.[1] ?? null
