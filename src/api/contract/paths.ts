// The paths that are not endpoints of the two interfaces.

/** Receives the status callbacks of a carrier (POST). */
export const callbackPath = "/carriers/:carrier/status/:attemptId"

/** Returns to a carrier how a call continues after a connection with a transfer target (POST). */
export const transferPath = "/carriers/:carrier/transfers/:tryId"

/** Receives the status callbacks of the call to a transfer target (POST). */
export const legPath = "/carriers/:carrier/legs/:tryId"

/** Answers a carrier when a person calls (POST). */
export const voicePath = "/carriers/:carrier/voice"

/** Receives the key that a person presses while they hear the short message (POST). */
export const voiceKeyPath = "/carriers/:carrier/voice/key"

/** Opens the websocket that carries the audio of a call (GET). */
export const mediaPath = "/carriers/:carrier/media/:token"

/** Shows a transcript to anyone who has its link (GET). */
export const transcriptPath = "/v1/transcripts/:token"

/** Sends a recording to anyone who has its link (GET). */
export const recordingPath = "/v1/recordings/:token"

/** The console; its pages and files are below this path (GET). */
export const consolePath = "/console"

/** Health, metrics, load and documentation (GET). */
export const systemPaths = {
  live: "/healthz",
  ready: "/readyz",
  metrics: "/metrics",
  autoscale: "/autoscale",
  docs: "/docs",
  adminDocs: "/docs/admin",
  openapi: "/v1/openapi.json",
  adminOpenapi: "/admin/v1/openapi.json",
  authOpenapi: "/auth/openapi.json",
  asyncapi: "/asyncapi.json"
} as const
