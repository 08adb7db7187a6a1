import { Button, NativeSelect, Progress, SegmentedControl, Switch, Text } from '@mantine/core'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { reportError } from '../../errors/notices.ts'
import { durationText } from '../../format/figures.ts'
import { exportClip, exportPicture } from '../../output/export/export.ts'
import {
  CLIP_SIZES, type ClipOptions, FORMAT_NAMES, DEFAULT_PANORAMA, frameCountOf, isDenoised, type Method, MOST_SAMPLES, panoramaSize, PANORAMA_SIZES, PICTURE_SIZES, type PictureOptions, possibleClip, possiblePicture,
} from '../../output/options.ts'
import { type RunningExport, useOutput } from '../../output/export/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { fixed } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import './export.css'
import { closeDialog } from '../../shell/shell.ts'

const parseWhole = (text: string): number | null => (/^\s*\d+\s*$/.test(text) ? Number(text) : null)
const parsePositive = (text: string): number | null => (Number.isFinite(parseFloat(text)) && parseFloat(text) > 0 ? parseFloat(text) : null)

interface NumberRowProps { readonly label: string; readonly value: number; readonly min?: number; readonly max: number; readonly onCommit: (value: number) => void; readonly hint?: string }

function WholeField({ label, value, min = 1, max, onCommit }: NumberRowProps): ReactElement {
  return <ValueField label={label} value={value} format={String} parse={parseWhole} step={1} min={min} max={max} onCommit={onCommit} />
}

interface SizeProps { readonly width: number; readonly height: number; readonly sizes: typeof PICTURE_SIZES; readonly note: string | null; readonly onChange: (size: { width?: number; height?: number }) => void }

interface Size { readonly width: number; readonly height: number }

/** Says so where what was typed is not what will be made. */
function useSizeNote(): { readonly note: string | null; readonly compare: (asked: Partial<Size>, made: Size) => void } {
  const [note, setNote] = useState<string | null>(null)
  return {
    note,
    compare({ width, height }, made) {
      const isAsAsked = (width === undefined || width === made.width) && (height === undefined || height === made.height)
      setNote(isAsAsked ? null : say('export.size.changed', { width: String(width ?? made.width), height: String(height ?? made.height), madeWidth: String(made.width), madeHeight: String(made.height) }))
    },
  }
}

/** A size from the list, or any other. */
function SizeRows({ width, height, sizes, note, onChange }: SizeProps): ReactElement {
  const window = findViewport()?.pictureSize()
  const all = [...(window === undefined ? [] : [[window.width, window.height, 'size.window'] as const]), ...sizes]
  const chosen = all.find(([w, h]) => w === width && h === height)
  const data = [...all.map(([w, h, name]) => ({ value: `${w}x${h}`, label: `${w} × ${h} (${say(name)})` })), ...(chosen === undefined ? [{ value: 'own', label: say('export.size.custom') }] : [])]
  return (
    <>
      <Row label={say('export.size')}>
        <NativeSelect
          aria-label={say('export.size')} size="xs" data={data} value={chosen === undefined ? 'own' : `${width}x${height}`}
          onChange={({ currentTarget: { value } }) => {
            const [w, h] = value.split('x').map(Number)
            if (h !== undefined) onChange({ width: w, height: h })
          }}
        />
      </Row>
      <Row label={say('export.pixels')}>
        <div className="export-pixels">
          <WholeField label={say('export.width')} value={width} max={Infinity} onCommit={(value) => onChange({ width: value })} />
          <span>×</span>
          <WholeField label={say('export.height')} value={height} max={Infinity} onCommit={(value) => onChange({ height: value })} />
        </div>
      </Row>
      {note !== null && <p className="panel-hint" role="status">{note}</p>}
    </>
  )
}

interface MethodFields { readonly method: Method; readonly samples: number; readonly bounces: number; readonly blurCaustics: boolean }
interface MethodProps extends MethodFields { readonly forced: boolean; readonly onChange: (change: Partial<MethodFields>) => void }

function MethodRows({ method, samples, bounces, blurCaustics, forced, onChange }: MethodProps): ReactElement {
  return (
    <>
      <Row label={say('export.by')} hint={say('export.by.hint')}>
        <SegmentedControl
          aria-label={say('export.by')} size="xs" disabled={forced} value={method} onChange={(value) => onChange({ method: value as Method })}
          data={[{ value: 'window', label: say('export.by.window') }, { value: 'reference', label: say('export.by.reference') }]}
        />
      </Row>
      {method === 'reference' && (
        <>
          <Row label={say('export.samples')} hint={say('export.samples.hint')}><WholeField label={say('export.samples')} value={samples} max={MOST_SAMPLES} onCommit={(value) => onChange({ samples: value })} /></Row>
          <Row label={say('export.bounces')}><WholeField label={say('export.bounces')} value={bounces} min={0} max={64} onCommit={(value) => onChange({ bounces: value })} /></Row>
          <Row label={say('export.caustics')} hint={say('export.caustics.hint')}>
            <Switch aria-label={say('export.caustics')} checked={blurCaustics} onChange={({ currentTarget: { checked } }) => onChange({ blurCaustics: checked })} />
          </Row>
        </>
      )}
    </>
  )
}

/** What there is of the picture so far. */
function PreviewPicture({ preview }: { preview: NonNullable<RunningExport['preview']> }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(preview.rgba, preview.width, preview.height), 0, 0)
  }, [preview])
  return <canvas ref={canvas} className="export-preview" width={preview.width} height={preview.height} role="img" aria-label={say('export.preview')} />
}

function Running({ running }: { running: RunningExport }): ReactElement {
  const { name, share, secondsLeft, denoisingSeconds, preview, cancel } = running
  const percent = fixed(share * 100, share < 0.1 ? 1 : 0)
  return (
    <div className="settings-form" role="group" aria-label={say('export.running', { name })}>
      <Text size="sm" fw={500}>{name}</Text>
      {preview === null ? <p className="panel-hint">{say('export.preparing')}</p> : <PreviewPicture preview={preview} />}
      <Progress value={share * 100} aria-label={say('export.progress')} />
      <div className="export-actions">
        <Text size="xs" c="dimmed" className="export-left">{secondsLeft === null ? say('export.percent', { percent }) : say('export.left', { percent, time: durationText(secondsLeft) })}</Text>
        <Button size="xs" variant="default" onClick={cancel}>{say('export.cancel')}</Button>
        <Button size="xs" onClick={closeDialog}>{say('export.keepWorking')}</Button>
      </div>
      {/* There before its text: what comes with its text is not read aloud. */}
      <p className={denoisingSeconds === null ? undefined : 'panel-hint'} role="status">{denoisingSeconds !== null && say('export.denoising', { time: durationText(denoisingSeconds) })}</p>
      <p className="panel-hint">{say('export.meanwhile')}</p>
    </div>
  )
}

/** Starts it; the dialog goes on with its progress. */
function start(run: () => Promise<boolean>): void {
  run().then((done) => { if (done) closeDialog() }, reportError)
}

export function PictureDialog(): ReactElement {
  const running = useOutput((state) => state.running)
  const options = useOutput((state) => state.picture)
  const views = useDocument((state) => state.document.views)
  const change = (fields: Partial<PictureOptions>): void => useOutput.setState(({ picture }) => ({ picture: possiblePicture({ ...picture, ...fields }) }))
  const { note, compare } = useSizeNote()
  if (running !== null) return <Running running={running} />
  const { format, panorama, transparent } = options
  function resize(asked: Partial<Size>): void {
    // Of a panorama, one side says the other.
    const wanted = panorama ? panoramaSize(asked.width === undefined ? { height: asked.height } : { width: asked.width }) : asked
    const made = possiblePicture({ ...options, ...wanted })
    compare(panorama && asked.width !== undefined ? { width: asked.width } : asked, made)
    change(made)
  }
  const view = views.some(({ id }) => id === options.view) ? options.view : null
  const { width, height } = options
  return (
    <div className="settings-form">
      <Row label={say('export.view')}>
        <NativeSelect
          aria-label={say('export.view')} size="xs" value={view ?? ''} onChange={({ currentTarget: { value } }) => change({ view: value === '' ? null : value })}
          data={[{ value: '', label: say('export.view.now') }, ...views.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </Row>
      <Row label={say('export.panorama')} hint={say('export.panorama.hint')}>
        <Switch aria-label={say('export.panorama')} checked={panorama} onChange={({ currentTarget: { checked } }) => change({ panorama: checked, ...(checked ? DEFAULT_PANORAMA : { width: 1920, height: 1080 }) })} />
      </Row>
      <SizeRows width={width} height={height} sizes={panorama ? PANORAMA_SIZES : PICTURE_SIZES} note={note} onChange={resize} />
      <Row label={say('export.format')} hint={say('export.format.hint')}>
        <SegmentedControl
          aria-label={say('export.format')} size="xs" value={format} onChange={(value) => change({ format: value as PictureOptions['format'] })}
          data={(['png', 'jpg', 'exr'] as const).map((value) => ({ value, label: FORMAT_NAMES[value] }))}
        />
      </Row>
      <Row label={say('export.transparent')}><Switch aria-label={say('export.transparent')} checked={transparent} disabled={format === 'jpg'} onChange={({ currentTarget: { checked } }) => change({ transparent: checked })} /></Row>
      <MethodRows {...options} forced={format === 'exr' || panorama || transparent} onChange={change} />
      {options.method === 'reference' && (
        <Row label={say('export.denoise')} hint={say('export.denoise.hint')}>
          <Switch aria-label={say('export.denoise')} checked={isDenoised(options)} onChange={({ currentTarget: { checked } }) => change({ denoise: checked })} />
        </Row>
      )}
      <div className="export-actions">
        <Button size="xs" variant="default" onClick={closeDialog}>{say('export.dismiss')}</Button>
        <Button size="xs" data-autofocus onClick={() => start(() => exportPicture({ ...options, view }))}>{say('export.start')}</Button>
      </div>
    </div>
  )
}

/** What this computer can encode at a size; null: not known yet. */
function useFormats(width: number, height: number): readonly ClipOptions['format'][] | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly formats: readonly ClipOptions['format'][] } | null>(null)
  const of = `${width}x${height}`
  useEffect(() => {
    let isGone = false
    import('../../output/clip/clip-file.ts').then(({ possibleFormats }) => possibleFormats(width, height)).then((formats) => { if (!isGone) setKnown({ of, formats }) }, reportError)
    return () => { isGone = true }
  }, [of, width, height])
  return known?.of === of ? known.formats : null
}

export function ClipDialog(): ReactElement {
  const running = useOutput((state) => state.running)
  const options = useOutput((state) => state.clip)
  const views = useDocument((state) => state.document.views)
  const formats = useFormats(options.width, options.height)
  const change = (fields: Partial<ClipOptions>): void => useOutput.setState(({ clip }) => ({ clip: possibleClip({ ...clip, ...fields }) }))
  const { note, compare } = useSizeNote()
  if (running !== null) return <Running running={running} />
  function resize(asked: Partial<Size>): void {
    const made = possibleClip({ ...options, ...asked })
    compare(asked, made)
    change(made)
  }
  const { seconds, framesPerSecond, motionBlur, width, height } = options
  const format = formats === null || formats.includes(options.format) ? options.format : formats[0]
  return (
    <div className="settings-form">
      <p className="panel-hint">
        {views.length < 2 ? say('export.clip.views') : say(views.length === 2 ? 'export.clip.two' : 'export.clip.many', { from: views[0].name, to: views[views.length - 1].name, count: views.length })}
      </p>
      <SizeRows width={width} height={height} sizes={CLIP_SIZES} note={note} onChange={resize} />
      <Row label={say('export.format')} hint={say('export.clip.format.hint')}>
        <SegmentedControl
          aria-label={say('export.format')} size="xs" value={format ?? ''} onChange={(value) => change({ format: value as ClipOptions['format'] })}
          data={(['webm', 'mp4'] as const).map((value) => ({ value, label: FORMAT_NAMES[value], disabled: formats?.includes(value) === false }))}
        />
      </Row>
      <Row label={say('export.seconds')}><ValueField label={say('export.seconds')} value={seconds} format={(value) => String(value)} parse={parsePositive} step={1} min={0.1} max={600} onCommit={(value) => change({ seconds: value })} /></Row>
      <Row label={say('export.fps')}><WholeField label={say('export.fps')} value={framesPerSecond} max={60} onCommit={(value) => change({ framesPerSecond: value })} /></Row>
      <Row label={say('export.blur')} hint={say('export.blur.hint')}><Switch aria-label={say('export.blur')} checked={motionBlur} onChange={({ currentTarget: { checked } }) => change({ motionBlur: checked })} /></Row>
      <MethodRows {...options} forced={false} onChange={change} />
      <p className="panel-hint">{say('export.frames', { count: frameCountOf(options) })}{formats?.length === 0 ? ` ${say('export.noEncoder')}` : ''}</p>
      <div className="export-actions">
        <Button size="xs" variant="default" onClick={closeDialog}>{say('export.dismiss')}</Button>
        <Button size="xs" data-autofocus disabled={views.length < 2 || format === undefined} onClick={() => { if (format !== undefined) start(() => exportClip({ ...options, format })) }}>{say('export.start')}</Button>
      </div>
    </div>
  )
}
