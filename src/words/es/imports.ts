import { minuteOf } from '../say.ts'
import type { ImportWords } from '../words.ts'

const users = (count: number) => (count === 1 ? '1 usuario' : `${count} usuarios`)

export const imports: ImportWords = {
  users_alone: ({ users: count }) =>
    `faltan groups.aut y clientmounts.aut: todos los usuarios tendrán acceso a todo (${users(count)})`,
  latin1: ({ file, lines }) => `${file}: ${lines} líneas no están en UTF-8 y se leyeron como Latin-1`,
  unknown_mountpoint: ({ name, file, line }) =>
    `${name} no es un punto de montaje de esta red (aparece con el usuario de la línea ${line} de ${file})`,
  shared_limit: ({ file, line, name, limit, users }) =>
    `${file}, línea ${line}: el grupo ${name} permite ${limit} conexiones entre sus ${users} usuarios; aquí cada uno podrá tener ${limit}`,
  limit_by_address: ({ file, line, name }) =>
    `${file}, línea ${line}: el grupo ${name} limita las conexiones por dirección; ese límite no se importa`,
  all_line: ({ file, line }) =>
    `${file}, línea ${line}: con una línea «all:» un caster BKG no toma en cuenta las demás; solo sus grupos dan acceso`,
  unknown_member: ({ file, line, group, user }) =>
    `${file}, línea ${line}: el grupo ${group} menciona a ${user}, que no está entre los usuarios`,
  unknown_group: ({ file, line, group, name }) =>
    `${file}, línea ${line}: ${name} menciona el grupo ${group}, que no existe`,
  not_understood: ({ columns, lines }) =>
    `las columnas ${columns.join(', ')} tienen datos en ${lines} líneas que no se reconocen y no se importan`,
  no_limit: ({ users: count, sessions }) =>
    `${users(count)} sin límite de conexiones: cada uno podrá tener ${sessions}`,
  no_end: ({ users: count, at }) => `${users(count)} sin fecha de vencimiento: vencerán el ${minuteOf(at)}`,
  weak_passwords: ({ users: count }) =>
    `${users(count)} con una contraseña fácil de adivinar: se conserva, pero conviene cambiarla`,
  new_group: ({ name, stations }) =>
    `se creará el grupo «${name}» con ${stations === 1 ? '1 estación' : `${stations} estaciones`}`,
  more_notes: ({ count }) => `y ${count} notas más`,
}
