// The first that fits: most browsers also name those that they descend from.
const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"]
] as const
const systems = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS X/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"]
] as const

/** `Chrome on Linux`, of the way in which a browser describes itself. */
export const browserOf = (userAgent: string | null): string => {
  const find = (table: typeof browsers | typeof systems) =>
    table.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1]
  const system = find(systems)
  return `${find(browsers) ?? "A browser"}${system === undefined ? "" : ` on ${system}`}`
}
