/** The vendors that recognize speech. */
export const earVendors = ["google", "deepgram", "soniox", "assemblyai", "sarvam"] as const
export type EarVendor = (typeof earVendors)[number]

/** The vendors that speak. */
export const voiceVendors = ["google", "cartesia", "elevenlabs", "deepgram", "sarvam"] as const
export type VoiceVendor = (typeof voiceVendors)[number]

/** The vendors that a key is enough for; Google's credentials are a file. */
export const keyVendors = ["deepgram", "cartesia", "elevenlabs", "soniox", "assemblyai", "sarvam"] as const
export type KeyVendor = (typeof keyVendors)[number]
