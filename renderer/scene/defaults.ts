import type { RenderSettings } from '../../gpu/index.ts'
import { withoutExtension } from '../imports/formats.ts'
import { guessMount } from '../imports/pieces/mount.ts'
import type { LoadedAsset, ParsedPart } from '../imports/types.ts'
import { newId } from '../document/ids.ts'
import type { AssetKey, AtriumDocument, DirectionalLight, GroupId, GroupRecord, LengthUnit, Piece } from '../document/types.ts'
import type { CameraPose } from '../interaction/store.ts'
import { findBuilding } from '../imports/spaces/building.ts'
import type { Spaces } from '../imports/spaces/spaces.ts'
import { say } from '../words/say.ts'
import { openingSettings } from './opening/exposure.ts'
import { openingLight } from './opening/light.ts'
import { startPose } from './opening/view.ts'

/** What a model opens with. */
export interface Opening {
  readonly document: AtriumDocument
  readonly pose: CameraPose
  readonly settings: RenderSettings
}

/**
 * What a model opens with when it is opened as a room, in the window, as a still and from the command line alike: its parts as pieces, a
 * place to stand, light to see by, and an exposure that follows.
 *
 * @param leftOut  ids of parts that lie far away from the rest, and shall neither be lit nor looked at
 */
export function openAsRoom({ parsed, bytes }: LoadedAsset, spaces: Spaces, unit: LengthUnit = 'm', leftOut?: ReadonlySet<string>): Opening {
  const name = withoutExtension(parsed.name)
  const groupIds = new Map((parsed.groups ?? []).map(({ id }) => [id, newId()]))
  const groups = (parsed.groups ?? []).map((group): GroupRecord => ({ ...group, id: groupIds.get(group.id) as string, parent: groupIds.get(group.parent ?? '') ?? null }))
  const building = findBuilding(parsed, spaces)
  const pieces = parsed.parts.map((part) => toPiece(part, parsed.key, building.has(part.id), groupIds.get(part.group ?? '')))
  const { lights, environment, brightness, isOutdoors } = openingLight(parsed, spaces, pieces)
  return {
    document: {
      name,
      unit,
      assets: [{ key: parsed.key, name: parsed.name, sizeBytes: bytes.byteLength, catalogueId: null }],
      pieces,
      ...(groups.length > 0 && { groups }),
      lights,
      environment,
      views: [],
      unknown: {},
    },
    pose: startPose(parsed, spaces, leftOut),
    settings: openingSettings(brightness, isOutdoors),
  }
}

function toPiece({ id, name, position, rotation, scale }: ParsedPart, asset: AssetKey, locked: boolean, group: GroupId | undefined): Piece {
  return { id: newId(), name, asset, part: id, position, rotation, scale, mount: guessMount(name), hidden: false, locked, ...(group !== undefined && { group }) }
}


/**
 * Early afternoon, from the south-west, 45 degrees above the horizon: it reaches into rooms by their windows. Veiled, so that a
 * model without a roof is not bleached at the default exposure: a white wall that faces it just reaches the display's white.
 */
export function defaultSun(): DirectionalLight {
  const [x, y, z] = [0.5, -0.72, -0.48]
  const length = Math.hypot(x, y, z)
  return { id: newId(), name: say('light.kind.directional'), kind: 'directional', on: true, color: [1, 0.95, 0.88], direction: [x / length, y / length, z / length], illuminance: 220 }
}
