"""What `import palamedes` offers: each file holds public names of one subject."""
