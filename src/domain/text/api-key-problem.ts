const maxLength = 4096

/** Describes what is wrong with an API key without repeating it. */
export const apiKeyProblem = (key: string): string | undefined =>
  key.length > maxLength || !/^[\x21-\x7e]+$/.test(key)
    ? `must be 1 to ${maxLength} visible ASCII characters`
    : undefined
