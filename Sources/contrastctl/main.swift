print("contrastctl")
