/** Joins the names of classes, without those that do not apply. */
export const classes = (...names: ReadonlyArray<string | false | undefined>): string => names.filter(Boolean).join(" ")
