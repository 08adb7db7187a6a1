import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useState, type ReactElement } from 'react'
import type { SavedVersion } from '../../../electron/contract.ts'
import { reportError } from '../../errors/notices.ts'
import { request } from '../../platform.ts'
import { useProjectFile } from '../../project/open/open-project.ts'
import { openVersionAsCopy, restoreSavedVersion } from '../../commands/file/recovery.ts'
import { thumbnailOf } from '../../recovery/versions.ts'
import { sizeText, whenText } from '../../format/figures.ts'
import { say } from '../../words/say.ts'

interface Pictured {
  readonly version: SavedVersion
  /** An object URL; null: no picture. Undefined: not looked for yet. */
  readonly picture: string | null | undefined
}

/** The versions of the open project, and their pictures one after the other: each is read from its whole file. */
function useVersions(): readonly Pictured[] | null {
  const handle = useProjectFile((state) => state.handle)
  const [versions, setVersions] = useState<readonly Pictured[] | null>(null)
  useEffect(() => {
    let isGone = false
    const urls: string[] = []
    async function read(): Promise<void> {
      const found = handle === null ? [] : await request('versions:list', { handle: handle.id })
      if (!isGone) setVersions(found.map((version) => ({ version, picture: undefined })))
      for (const version of found) {
        const blob = isGone ? null : await thumbnailOf(version)
        if (isGone) return
        const picture = blob === null ? null : URL.createObjectURL(blob)
        if (picture !== null) urls.push(picture)
        setVersions((known) => known?.map((item) => (item.version === version ? { version, picture } : item)) ?? null)
      }
    }
    read().catch(reportError)
    return () => {
      isGone = true
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [handle])
  return versions
}

function Version({ pictured: { version, picture } }: { pictured: Pictured }): ReactElement {
  const when = whenText(version.savedAtMs)
  return (
    <li className="version" aria-label={say('versions.of', { when })}>
      <span className="version-picture">{picture ? <img src={picture} alt="" /> : <IconPhotoOff size={24} stroke={1.2} data-loading={picture === undefined} />}</span>
      <span className="recent-text">
        <span className="recent-name">{when}</span>
        <span className="recent-folder">{version.current ? say('versions.current', { size: sizeText(version.handle.sizeBytes) }) : sizeText(version.handle.sizeBytes)}</span>
      </span>
      <Button size="xs" variant="default" onClick={() => void openVersionAsCopy(version)}>{say('versions.copy')}</Button>
      <Button size="xs" variant="default" onClick={() => void restoreSavedVersion(version, when)}>{say('versions.restore')}</Button>
    </li>
  )
}

/** The last five saved states of the open project. */
export function VersionsList(): ReactElement {
  const versions = useVersions()
  if (versions === null) return <p className="panel-hint">{say('versions.loading')}</p>
  if (versions.length === 0) return <p className="panel-hint">{say('versions.none')}</p>
  return (
    <>
      <p className="panel-hint">{say('versions.hint')}</p>
      <ul className="versions">{versions.map((pictured) => <Version key={pictured.version.handle.id} pictured={pictured} />)}</ul>
    </>
  )
}
