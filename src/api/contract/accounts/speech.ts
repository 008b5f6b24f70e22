import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Examination } from "../../../domain/operations/Examination.ts"
import { VoiceList, VoiceSample } from "../../../domain/speech/ListedVoice.ts"
import { SpeechProfile, SpeechProfileChanges } from "../../../domain/speech/SpeechProfile.ts"
import { LanguageCode } from "../../../domain/text/text.ts"
import { operatorEndpoint, rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

export class SpeechGroup extends HttpApiGroup.make("speech")
  .add(
    HttpApiEndpoint.get("get", "/speech-profile", {
      params: byOrganization,
      success: SpeechProfile,
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Get the speech profile",
        "Empty until one is set: calls then use the recognizers and voices of the settings. Keys are never returned."
      )
    ),
    HttpApiEndpoint.put("put", "/speech-profile", {
      params: byOrganization,
      payload: SpeechProfileChanges,
      success: SpeechProfile,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Set the speech profile",
        `Replaces \`ears\`, \`voices\` and \`onlyListed\`; keys that are left out stay. A call tries the entries for its language in order, the most
specific language first, then those of \`*\`, and then those of the settings. Calls that begin afterwards use it. 400 for a vendor without a
key and for a language that no vendor knows. Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.delete("clear", "/speech-profile", {
      params: byOrganization,
      success: Success,
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Clear the speech profile",
        "Removes the organization's own keys, too. Recorded in the security log."
      )
    ),
    HttpApiEndpoint.get("voices", "/voices", {
      params: byOrganization,
      query: { language: Schema.optionalKey(LanguageCode) },
      success: VoiceList,
      error: [BadRequest, NotFound]
    }).pipe(
      viewerEndpoint(
        "List the voices that calls of the organization could speak with",
        "Asks each vendor that there is a key for. One that does not answer is named in `problems`, and the others are listed."
      )
    ),
    HttpApiEndpoint.post("sample", "/voices/sample", {
      params: byOrganization,
      payload: VoiceSample,
      success: Schema.Uint8Array.annotate({ description: "A WAV file: μ-law at 8 kHz, as a phone line has it" }).pipe(
        HttpApiSchema.asUint8Array({ contentType: "audio/wav" })
      ),
      error: [BadRequest, NotFound]
    }).pipe(
      operatorEndpoint(
        "Speak a text as a sample",
        "Without a `vendor`, in the voice that calls of such a flow would use. 400 if the voice does not speak, with the reason."
      )
    )
  )
  .add(
    HttpApiEndpoint.get("examine", "/doctor", {
      params: byOrganization,
      success: Examination,
      error: NotFound
    }).pipe(
      operatorEndpoint(
        "Examine the vendors of speech and the language models that calls of the organization may use",
        `With the organization's own keys, and those of the settings. A vendor hears a second of sound or speaks a word, for at most
5 s. Without keys the list is empty: calls use what is built in.`
      )
    )
  )
  .annotate(OpenApi.Title, "Speech")
  .annotate(
    OpenApi.Description,
    "Which vendors recognize and speak in an organization's calls, for each language, and its own keys at these vendors."
  )
  .prefix("/admin/v1/organizations/:id") {}
