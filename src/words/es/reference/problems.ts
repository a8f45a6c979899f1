import type { Translations } from './translations.ts'

export const problems: Translations = {
  'How many the organization may have.': 'Cuántos puede tener la organización.',
  'For `quota_exceeded`: which quota has no room for it.': 'Con `quota_exceeded`: la cuota que se alcanzó.',
  'JSON pointer to the field.': 'JSON Pointer al campo.',
  'The same as a sentence, in the language of the answer.': 'Lo mismo en una frase, en el idioma de la respuesta.',
  'A field that is wrong.': 'Un campo que no es válido.',
  'Stable name of what is wrong with it, for programs; `GET /docs/problems` lists them.':
    'Nombre estable de lo que está mal en el campo, para programas; `GET /docs/problems` los lista.',
  'Always false in an error.': 'Siempre `false` en un error.',
  'Identifies the kind of problem and leads to its explanation.':
    'Identifica el tipo de problema y lleva a su explicación.',
  'The kind of problem in words: Spanish or English, as `Accept-Language` prefers; else English.':
    'El tipo de problema en palabras: en español o inglés, según `Accept-Language`; si no, en inglés.',
  'The HTTP status.': 'El estado HTTP.',
  'What is wrong with this request.': 'Qué está mal en esta petición.',
  'With `referencia_taken`: the credential that has the reference.':
    'Con `referencia_taken`: la credencial que tiene esa referencia.',
  'For a bad request: each field that is wrong.': 'En una petición no válida: cada campo con error.',
  'An error (RFC 9457).': 'Un error (RFC 9457).',
  'Stable name of the kind of problem, for programs.': 'Nombre estable del tipo de problema, para programas.',
}
