export interface PackageConfiguration { readonly extraResources: readonly { readonly from: string; readonly to: string }[]; readonly publish: readonly object[] | null; readonly extraMetadata?: { readonly homepage: string } }
export function configuration(environment: Readonly<Record<string, string | undefined>>, denoiser?: string): PackageConfiguration
