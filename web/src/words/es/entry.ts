export const es = {
  login: {
    title: 'Inicie sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    enter: 'Entrar',
    forgotten: '¿Olvidó su contraseña? Un administrador puede darle un enlace nuevo.',
  },
  secondFactor: {
    title: 'Segundo factor',
    hint: 'Escriba el código de su aplicación de autenticación, o uno de sus códigos de recuperación.',
    code: 'Código',
    enter: 'Verificar',
    back: 'Volver a empezar',
  },
  setup: {
    title: 'Bienvenido a Vértice',
    hint: 'Cree la cuenta del primer administrador. Este enlace sirve una sola vez.',
    name: 'Nombre',
    create: 'Crear y entrar',
  },
  welcome: {
    title: 'Elija su contraseña',
    hint: (email: string) => `Para ${email}. El enlace sirve una sola vez.`,
    save: 'Guardar y entrar',
  },
  factor: {
    title: 'Active el segundo factor',
    why: (email: string) => `El rol de ${email} exige un segundo factor. Hasta que lo active, no puede usar nada más.`,
    how: 'Necesita una aplicación de autenticación en su teléfono, por ejemplo Google Authenticator, Microsoft Authenticator o Aegis. Toma un minuto.',
  },
  passwordHint:
    'Al menos 12 caracteres. Lo mejor: varias palabras sin relación entre sí. No se aceptan las comunes ni su nombre.',
  passwordAgain: 'La contraseña otra vez',
  different: 'Las dos contraseñas no son iguales.',
  toLogin: 'Ir al inicio de sesión',
}
