export const indexes = {
  talks_passing_words: "on talks (organization_id, attempt_id) where not keeps_words and transcript is not null"
}
