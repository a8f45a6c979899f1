import type { Translations } from './translations.ts'

export const problems: Translations = {
  'Limit of the organization.': 'Límite de la organización.',
  'With `quota_exceeded`: the quota that the request would exceed.':
    'Con `quota_exceeded`: la cuota que la petición rebasaría.',
  'JSON pointer to the field.': 'JSON Pointer al campo.',
  'Explanation of the error as a sentence, in the language of the response.':
    'Explicación del error en una frase, en el idioma de la respuesta.',
  'An invalid field.': 'Un campo no válido.',
  'Stable code of the field error, for programs; `GET /docs/problems` lists all codes.':
    'Código estable del error del campo, para programas; `GET /docs/problems` lista todos los códigos.',
  '`false` in every error.': '`false` en todo error.',
  'Identifies the kind of problem and links to its explanation.':
    'Identifica el tipo de problema y lleva a su explicación.',
  'Title of the problem, in Spanish or English according to `Accept-Language`; English by default.':
    'Título del problema, en español o inglés según `Accept-Language`; en inglés de forma predeterminada.',
  'The HTTP status.': 'El estado HTTP.',
  'What is wrong with this request.': 'Qué está mal en esta petición.',
  'With `referencia_taken`: id of the credential that already has the reference.':
    'Con `referencia_taken`: identificador de la credencial que ya tiene esa referencia.',
  'With an invalid request: the invalid fields.': 'Con una petición no válida: los campos no válidos.',
  'An error (RFC 9457).': 'Un error (RFC 9457).',
  'Stable code of the problem, for programs.': 'Código estable del problema, para programas.',
}
