//! Nothing: what is measured is the build of its build dependencies.
