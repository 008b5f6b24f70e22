import { expect, test } from "vitest"
import { emptyDraft } from "../../../console/src/screens/flows/flow-draft.ts"
import { mergedDrafts } from "../../../console/src/screens/flows/versions/flow-diff.ts"

test("a draft that is edited keeps its changes and takes those of another person, and names what both have changed", () => {
  const latest = { ...emptyDraft, initialPrompt: "Theirs.", systemInstruction: "Be brief.", languages: ["hi"] }
  const edited = { ...emptyDraft, initialPrompt: "Mine.", name: "Visits" }
  expect(mergedDrafts(emptyDraft, latest, edited)).toEqual({
    merged: { ...latest, initialPrompt: "Mine.", name: "Visits" },
    contested: ["Opening"]
  })
  expect(mergedDrafts(emptyDraft, latest, { ...edited, initialPrompt: "" }).contested).toEqual([])
})
