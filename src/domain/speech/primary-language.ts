/** Returns the language of a code such as `hi-IN`, in lower case. */
export const primaryLanguage = (code: string): string => code.split("-")[0]?.toLowerCase() ?? code
