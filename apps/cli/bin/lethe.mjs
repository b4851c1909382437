#!/usr/bin/env -S node --disable-warning=TimeoutNegativeWarning
import '../dist/bundle/main.js';
