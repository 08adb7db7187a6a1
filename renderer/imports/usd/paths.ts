/** A path as a layer names it, from the root layer's folder. */
export function joined(named: string, layer: string): string {
  const parts: string[] = []
  for (const part of [...layer.split('/').slice(0, -1), ...named.replaceAll('\\', '/').split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
