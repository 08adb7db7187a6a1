import { text } from './bytes.ts'

/**
 * What tells a viewer that a picture is a panorama of all directions: Google's photo sphere metadata, version 1.0.
 * The picture's middle looks where the camera did.
 */
export function panoramaXmp(width: number, height: number): Uint8Array<ArrayBuffer> {
  const fields = {
    ProjectionType: 'equirectangular', UsePanoramaViewer: 'True', FullPanoWidthPixels: width, FullPanoHeightPixels: height,
    CroppedAreaImageWidthPixels: width, CroppedAreaImageHeightPixels: height, CroppedAreaLeftPixels: 0, CroppedAreaTopPixels: 0,
  }
  const written = Object.entries(fields).map(([name, value]) => `GPano:${name}="${value}"`).join(' ')
  return text(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
    `<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${written}/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`)
}
