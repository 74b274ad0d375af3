"""Written by `npm run sdk`."""
